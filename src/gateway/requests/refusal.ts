import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCrossSite, isDnsRebinding } from '../security.ts';

/** A request that the gateway itself responds to with an error. */
export interface Refusal {
  status: number;
  sentence: string;
  headers?: Record<string, string>;
  /** HTML that explains it to a browser that requests a page. */
  page?: string;
}

/** Node's default. */
const maxHeaders = 1_000;

/**
 * Why a request is rejected regardless of its route; undefined if it isn't.
 * @param address the gateway's public URL
 * @param demo whether the demo's publicly known accounts exist
 */
export function findRefusal(request: FastifyRequest, address: URL, demo: boolean): Refusal | undefined {
  if (request.raw.rawHeaders.length > 2 * maxHeaders)
    return { status: 431, sentence: `there are more than ${maxHeaders} headers` };
  // Nothing may take another one for the host (RFC 9112 section 3.2).
  if ((request.raw.headersDistinct?.['host'] ?? []).length > 1)
    return { status: 400, sentence: 'Host: must be given once' };
  // Node would reject it too, but without a body (RFC 9110 section 7.2).
  if (!request.headers.host && request.raw.httpVersion === '1.1')
    return { status: 400, sentence: 'Host: is required' };
  if (demo && isDnsRebinding(request, address.hostname)) {
    const sentence = `the demo is only available at its own URL: open ${address.origin}, or set PUBLIC_URL`;
    return { status: 403, sentence };
  }
  if (isCrossSite(request, address.origin))
    return { status: 403, sentence: crossSiteSentence(request.headers.origin ?? '') };
  return undefined;
}

/** Behind a proxy that terminates TLS, the console itself is another site until `PUBLIC_URL` names it. */
function crossSiteSentence(origin: string): string {
  if (!/^https?:\/\/[\w.:[\]-]{1,255}$/.test(origin))
    return "requests from other sites can't change anything";
  return `requests from ${origin} can't change anything: if that's this console's address, set PUBLIC_URL to it`;
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, sentence, headers = {}, page } = refusal;
  void reply.status(status).headers({ 'Cache-Control': 'no-store', ...headers });
  if (page !== undefined && reply.request.headers.accept?.includes('text/html'))
    return reply.type('text/html; charset=utf-8').send(page);
  return reply.send({ detail: [sentence] });
}

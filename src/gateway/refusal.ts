import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCrossSite, isDnsRebinding } from './security.ts';

/** A request that is answered before any route sees it. */
export interface Refusal {
  status: 400 | 401 | 403 | 417;
  sentence: string;
  headers?: Record<string, string>;
}

/**
 * Why a request is refused whatever it asks for; undefined where it may go on.
 * @param address that browsers see
 * @param demo whether the accounts are those of the demo, which other sites' pages know
 */
export function refusalOf(request: FastifyRequest, address: URL, demo: boolean): Refusal | undefined {
  // Node would refuse both as well, without a body (RFC 9110 sections 7.2 and 10.1.1).
  if (!request.headers.host && request.raw.httpVersion === '1.1')
    return { status: 400, sentence: 'Host: is required' };
  const { expect } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    return { status: 417, sentence: 'Expect: only 100-continue is supported' };
  if (demo && isDnsRebinding(request, address.hostname)) {
    const sentence = `the demo answers under its own address only: open ${address.origin}, or set PUBLIC_URL`;
    return { status: 403, sentence };
  }
  if (isCrossSite(request, address.origin))
    return { status: 403, sentence: 'a page of another site may not change anything here' };
  return undefined;
}

/** Answers with a refusal. */
export function sendRefusal(reply: FastifyReply, { status, sentence, headers = {} }: Refusal): FastifyReply {
  return reply
    .status(status)
    .headers({ 'Cache-Control': 'no-store', ...headers })
    .send({ detail: [sentence] });
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '../../../contract/endpoint.ts';
import { jobStatusPath, type JobStatus } from '../../../contract/jobs.ts';
import { limits } from '../../../contract/limits.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { jobStatusRecord } from '../../domain/jobs.ts';
import type { SignInOrigin } from '../../domain/activity/activity-ports.ts';
import type { JobRow, WithoutSlot } from '../../domain/ports.ts';
import type { Service } from '../../service.ts';
import { cookiesOf, sessionIdsOf, setCookie, usesApiKey } from './cookies.ts';
import { prefers } from '../request-rules.ts';

/** The parts of a request that the contract describes, parsed. */
export interface Parsed<E extends Endpoint> {
  caller: E['access'] extends 'public' ? undefined : Caller;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
}

/** A validated request, as handlers receive it. */
export type Context<E extends Endpoint> = Parsed<E> & ReturnType<typeof contextOf<E>>;

/** Where a request comes from, for the throttle and the log of sign-ins. */
export function originOf({ ip, headers, id }: FastifyRequest): SignInOrigin {
  const userAgent = (headers['user-agent'] ?? '').slice(0, limits.userAgent);
  return { address: ip, userAgent, requestId: id };
}

/** What handlers need to know of a request besides what the contract describes. */
export function contextOf<E extends Endpoint>(
  { work, extensions, secureCookies: overTls, wakeJobs }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  withoutSlot: WithoutSlot,
  { caller }: Pick<Parsed<E>, 'caller'>,
) {
  const { headers, log, method, body } = request;
  return {
    withoutSlot,
    log,
    origin: originOf(request),
    /** Whether `Prefer: respond-async` was sent (RFC 7240 section 4.1). */
    respondAsync: extensions && prefers(request, 'respond-async'),
    /** Whether nothing may change (RFC 9110 section 9.2.1). */
    isHead: method === 'HEAD',
    /** The fields of a posted form. */
    form: () => new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : ''),
    /** Whether a browser requests a page to display. */
    wantsPage: headers.accept?.includes('text/html') === true,
    /** False for a request with an API key: it neither sends nor gets cookies, and opens no session. */
    mayHaveSession: !usesApiKey(request),
    sessionIds: sessionIdsOf(request, overTls),
    cookies: cookiesOf(request, overTls),
    /** The caller, with the stores outside of transactions. */
    acting: { stores: work.stores, caller },
    /** Lets a job do the work, and wakes the runner. @returns the body of the 202 response */
    accepted: (job: JobRow): JobStatus => {
      wakeJobs();
      reply.status(202).header('Location', jobStatusPath(job.id));
      return jobStatusRecord(job);
    },
    /** Sets where to redirect to. A `return_to` may contain non-ASCII characters, which headers can't. */
    redirect: (location: string): undefined =>
      void reply.header('Location', location.replace(/[^\x21-\x7E]/gu, encodeURIComponent)),
    /** Sets a cookie with the response, or clears it if the value is undefined. */
    setCookie: (name: string, value: string | undefined, maxAgeSeconds?: number): void =>
      setCookie(reply, overTls, name, value, maxAgeSeconds),
  };
}

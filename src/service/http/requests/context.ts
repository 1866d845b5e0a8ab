import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { SignInOrigin } from '../../domain/activity/activity-ports.ts';
import type { Stores, WithoutSlot } from '../../domain/ports.ts';
import type { Service } from '../../service.ts';
import { cookiesOf, sessionIdsOf, setCookie, usesApiKey, type Cookies } from './cookies.ts';
import { prefers } from '../request-rules.ts';

/** The parts of a request that the contract describes, parsed. */
export interface Parsed<E extends Endpoint> {
  caller: E['access'] extends 'public' ? undefined : Caller;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
}

/** A validated request, as handlers receive it. What few of them need is computed on access. */
export class Context<E extends Endpoint> implements Parsed<E> {
  readonly caller: Parsed<E>['caller'];
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly withoutSlot: WithoutSlot;
  readonly #service: Service;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(
    service: Service,
    request: FastifyRequest,
    reply: FastifyReply,
    withoutSlot: WithoutSlot,
    { caller, params, query, body }: Parsed<E>,
  ) {
    this.caller = caller;
    this.params = params;
    this.query = query;
    this.body = body;
    this.withoutSlot = withoutSlot;
    this.#service = service;
    this.#request = request;
    this.#reply = reply;
  }

  /** The client's IP address. */
  get address(): string {
    return this.#request.ip;
  }

  /** Where the request comes from, for the log of sign-ins. */
  get origin(): SignInOrigin {
    const { ip, headers, id } = this.#request;
    return {
      address: ip,
      userAgent: (headers['user-agent'] ?? '').slice(0, limits.userAgent),
      requestId: id,
    };
  }

  /** Whether `Prefer: respond-async` was sent (RFC 7240 section 4.1). */
  get respondAsync(): boolean {
    return this.#service.extensions && prefers(this.#request, 'respond-async');
  }

  /** Whether a browser requests a page to display. */
  get wantsPage(): boolean {
    return this.#request.headers.accept?.includes('text/html') === true;
  }

  /** False for a request with an API key: it neither sends nor gets cookies, and opens no session. */
  get mayHaveSession(): boolean {
    return !usesApiKey(this.#request);
  }

  get sessionIds(): string[] {
    return sessionIdsOf(this.#request, this.#service.secureCookies);
  }

  get cookies(): Cookies {
    return cookiesOf(this.#request, this.#service.secureCookies);
  }

  /** The caller, with the stores outside of transactions. */
  get acting(): { stores: Stores; caller: Parsed<E>['caller'] } {
    return { stores: this.#service.work.stores, caller: this.caller };
  }

  get log(): FastifyBaseLogger {
    return this.#request.log;
  }

  /** Sets a cookie with the response, or clears it if the value is undefined. */
  get setCookie() {
    return (name: string, value: string | undefined, maxAgeSeconds?: number): void =>
      setCookie(this.#reply, this.#service.secureCookies, name, value, maxAgeSeconds);
  }
}

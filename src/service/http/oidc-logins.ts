import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import { signInPage, signInTestFinishedPage } from '../../contract/oidc/oidc-logins.ts';
import type { SignInTestStart } from '../../contract/oidc/sign-in-tests.ts';
import {
  finishLogin,
  misdirectedLogin,
  startLogin,
  takeLogin,
  type LoginFailure,
  type LoginTools,
} from '../domain/oidc/oidc-logins.ts';
import { enableLogin, getOidcOp } from '../domain/oidc/oidc-ops.ts';
import { oidcOpPath } from '../domain/oidc/oidc-op-record.ts';
import type { WithoutSlot } from '../domain/ports.ts';
import { problemsOfDraft } from '../domain/oidc/sign-in-test-drafts.ts';
import {
  failSignInTest,
  finishSignInTest,
  getSignInTest,
  startDraftSignInTest,
  listLastSignInTests,
  startSignInTest,
} from '../domain/oidc/sign-in-tests.ts';
import { countOidcSessions } from '../domain/access/user-sessions.ts';
import type { Service } from '../service.ts';
import { startSession } from './authentication.ts';
import { reject } from './requests/reject.ts';
import type { Bind } from './bind.ts';
import type { Context } from './requests/context.ts';
import { checkUsernamePath } from './oidc-ops.ts';
import { newToken, tokenHash } from '../domain/access/tokens.ts';

type Browser = Pick<Context<Endpoint>, 'mayHaveSession' | 'cookies' | 'setCookie'>;

export function oidcLoginRoutes(bind: Bind, service: Service): void {
  bind(endpoints.listOidcLogins, async () => {
    const { rows, data } = await service.work.stores.oidcOps.list(0, limits.pageMax, {
      login_enabled: true,
    });
    const logins = data.map(({ id, name }) => ({
      name,
      oidc_op_resource: oidcOpPath(id),
      login_resource: `/oidc_logins/${id}`,
    }));
    return { rows, data: logins };
  });
  bind(endpoints.countOidcSessions, async ({ acting }) => {
    const data = await countOidcSessions(acting, service.now());
    return { rows: data.length, data };
  });
  bind(endpoints.getOidcButton, async ({ acting, params }) => {
    const { login_enabled: enabled } = await getOidcOp(acting, params.id);
    return { enabled };
  });
  bind(endpoints.updateOidcButton, async ({ caller, params, body }) => {
    await service.work.transaction((stores) => enableLogin({ stores, caller }, params.id, body.data.enabled));
    return body.data;
  });
  bind(endpoints.startOidcLogin, async (context) => {
    const { params, query } = context;
    if (context.isHead) return context.redirect(signInPage);
    const browser = newBrowserToken(service.now());
    const tools = toolsFor(service, context);
    const started = await startLogin(tools, params.id, query.return_to, browser, context.origin.address);
    if ('error' in started) {
      const page = await rejected(service, context, started);
      // Browsers are redirected to the sign-in page, which explains the problem; other clients get the problem itself.
      if (started.problem && !context.wantsPage) throw started.problem;
      return context.redirect(page);
    }
    bindBrowser(context, started.location, browser);
    return context.redirect(started.location);
  });
  bind(endpoints.finishOidcLogin, async (context) => {
    const { query, origin } = context;
    if (context.isHead) return context.redirect(signInPage);
    const tools = toolsFor(service, context);
    const callback = new URLSearchParams(query);
    if (callback.size === 0) {
      // Of the sign-in or test that the browser started last: the likeliest one of a response without its state.
      const token = startedIn(context.cookies)[0]?.[1];
      const by = token === undefined ? undefined : { browser_hash: tokenHash(token) };
      if (by && (await failSignInTest(tools, 'wrong_response_mode', by)))
        return context.redirect(signInTestFinishedPage);
      return context.redirect(
        await rejected(service, context, await misdirectedLogin(service.work, 'wrong_response_mode', by)),
      );
    }
    const browser = returnedToken(context, callback.get('state'));
    const pending = await takeLogin(tools, callback, browser);
    if (!pending) {
      if (await finishSignInTest(tools, callback, browser)) return context.redirect(signInTestFinishedPage);
      const target = await targetAgain(service, context, callback.get('state') ?? '');
      if (target !== undefined) return context.redirect(target);
    }
    const finished = await finishLogin(tools, pending, callback, origin);
    if ('error' in finished) return context.redirect(await rejected(service, context, finished));
    await startSession(service, context, finished.sessionId, finished.login);
    return context.redirect(finished.returnTo);
  });
  // Browsers send no cookie with another site's form: its state says which sign-in it belongs to, and the sender learns nothing.
  bind(endpoints.rejectOidcForm, async (context) => {
    const by = { state_hash: tokenHash(context.form().get('state') ?? '') };
    if (await failSignInTest(toolsFor(service, context), 'form_response', by))
      return context.redirect(signInTestFinishedPage);
    const failure = await misdirectedLogin(service.work, 'form_response', by);
    return context.redirect(await rejected(service, context, failure, { error: 'form_response' }));
  });
}

export function signInTestRoutes(bind: Bind, service: Service): void {
  bind(endpoints.startSignInTest, (context) =>
    boundTo(service, context, (browser) =>
      startSignInTest(toolsFor(service, context), context.caller, context.params.id, browser),
    ),
  );
  bind(endpoints.startDraftSignInTest, {
    moreProblems: checkUsernamePath,
    references: (context, valid) =>
      problemsOfDraft(context.acting, toolsFor(service, context).relyingParty.metadata, valid),
    handle: (context) =>
      boundTo(service, context, (browser) =>
        startDraftSignInTest(toolsFor(service, context), context.caller, context.body.data, browser),
      ),
  });
  bind(endpoints.getSignInTest, (context) =>
    getSignInTest(toolsFor(service, context), context.caller, context.params.id),
  );
  bind(endpoints.listLastSignInTests, async ({ acting }) => {
    const data = await listLastSignInTests(acting);
    return { rows: data.length, data };
  });
}

function toolsFor(service: Service, { withoutSlot }: { withoutSlot: WithoutSlot }): LoginTools {
  const { work, relyingParty } = service;
  return {
    ...service,
    stores: work.stores,
    withoutSlot,
    relyingParty: {
      ...relyingParty,
      // Both may wait seconds for the provider.
      metadata: (url) => withoutSlot(() => relyingParty.metadata(url)),
      newRequest: (...request) => withoutSlot(() => relyingParty.newRequest(...request)),
    },
  };
}

/** Records a failed sign-in. @param shown what the browser learns of it @returns where to explain it */
async function rejected(
  service: Service,
  { log, origin }: Pick<Context<Endpoint>, 'log' | 'origin'>,
  failure: LoginFailure,
  shown: Omit<LoginFailure, 'message'> = failure,
): Promise<string> {
  const { error: code, message, oidcOpId: id, oidcOpName: name, login, steps } = failure;
  const oidcOp = id === undefined || name === undefined ? undefined : { id, name };
  const reference = await reject(service, log, { ...origin, method: 'oidc', code, oidcOp, login, steps });
  log.warn({ oidc_op: id, code, reference }, message);
  return failurePage(shown, reference);
}

/** Where a callback that has already opened a session, or ended a test of its user, leads to again. */
async function targetAgain(
  { authenticator, work: { stores } }: Service,
  { sessionIds }: Pick<Context<Endpoint>, 'sessionIds'>,
  state: string,
): Promise<string | undefined> {
  const caller = await authenticator.identify({ sessionIds, isPolling: true });
  if (caller?.sessionHash === undefined) return undefined;
  if (await stores.signInTests.hasReturned(tokenHash(state), caller.userId)) return signInTestFinishedPage;
  return stores.sessions.returnTo(caller.sessionHash, tokenHash(state));
}

/** Starts a sign-in test, bound to the browser unless an API key starts it. */
async function boundTo(
  { now }: Service,
  context: Browser,
  start: (browser: string | undefined) => Promise<SignInTestStart>,
): Promise<SignInTestStart> {
  const browser = context.mayHaveSession ? newBrowserToken(now()) : undefined;
  const started = await start(browser);
  if (browser !== undefined) bindBrowser(context, started.authorization_url, browser);
  return started;
}

/** The sign-in page with only an error code and the reference of the log entry: what the provider said stays in the log. */
function failurePage(
  { error, oidcOpId, returnTo }: Omit<LoginFailure, 'message'>,
  reference: string | undefined,
): string {
  // Strangers don't learn who or what is suspended.
  const shown = { suspended: 'unknown_user', button_suspended: 'unknown_provider' };
  const isSuspended = error === 'suspended' || error === 'button_suspended';
  const query = new URLSearchParams({ oidc_error: isSuspended ? shown[error] : error });
  if (oidcOpId !== undefined && error !== 'button_suspended') query.set('oidc_op', String(oidcOpId));
  if (returnTo !== undefined && returnTo !== '/') query.set('return_to', returnTo);
  if (reference !== undefined) query.set('reference', reference);
  return `${signInPage}?${query.toString()}`;
}

const cookie = /^oidc_[0-9a-f]{32}$/;
const value = /^([0-9a-z]{1,9})\.[\w-]{43}$/;

/**
 * A new token that binds a provider sign-in to the browser it starts in. It starts with the time, so that the
 * oldest can be found.
 */
function newBrowserToken(now: Date): string {
  return `${now.getTime().toString(36)}.${newToken()}`;
}

/**
 * Sets the cookie of one sign-in. Each sign-in has its own, so that concurrent ones can all finish; the
 * oldest beyond `limits.oidcLoginsPerBrowser` are cleared.
 * @param location the authorization request's URL
 */
function bindBrowser({ cookies, setCookie }: Browser, location: string, token: string): void {
  for (const [name] of startedIn(cookies).slice(limits.oidcLoginsPerBrowser - 1)) setCookie(name, undefined);
  const state = new URL(location).searchParams.get('state');
  setCookie(cookieOf(state), token, limits.oidcRequestSeconds);
}

/** The cookies of sign-ins and tests that a browser started, the newest first. */
function startedIn(cookies: Browser['cookies']): [name: string, token: string | undefined][] {
  return Object.entries(cookies)
    .filter(([name]) => cookie.test(name))
    .toSorted(([, left], [, right]) => begunAt(right) - begunAt(left));
}

/** The token for a returned state; clears its cookie. */
function returnedToken({ cookies, setCookie }: Browser, state: string | null): string | undefined {
  const name = cookieOf(state);
  const token = cookies[name];
  if (token !== undefined) setCookie(name, undefined);
  return token;
}

function cookieOf(state: string | null): string {
  return `oidc_${tokenHash(state ?? '').slice(0, 32)}`;
}

function begunAt(token: string | undefined): number {
  return Number.parseInt(value.exec(token ?? '')?.[1] ?? '0', 36);
}

import type { OidcLoginError } from '../../../contract/oidc/sign-in-causes.ts';
import { changesIdentity } from '../../../contract/oidc/oidc-ops.ts';
import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { limits } from '../../../contract/limits.ts';
import { isAhead } from '../clock.ts';
import type { OidcOpRow, OidcRequestRow, ResponseTo } from './oidc-ports.ts';
import { finishSignIn, requireSubject, type SignInReport, type SignInTools } from './oidc-sign-in.ts';
import type { SignInOrigin } from '../activity/activity-ports.ts';
import type { Stores, UnitOfWork, UserRow } from '../ports.ts';
import { SignInFailure } from './relying-party.ts';
import type { SecretBox } from '../secret-box.ts';
import { openSession, UserGone } from '../access/sessions.ts';
import { providerOf } from './stored-secret.ts';
import { noteSignIn } from './watch-evidence.ts';
import { blameOf } from './watch-state.ts';
import { addressKey, throttle } from '../access/throttle.ts';
import { tokenHash } from '../access/tokens.ts';
import { notFound, Problem } from '../problem.ts';
import { violatedKey } from '../violations.ts';

/** What a provider sign-in needs. */
export interface LoginTools extends SignInTools {
  work: UnitOfWork;
  secrets: SecretBox;
  now(): Date;
  /** `<base>/oidc_logins/callback`, the one redirect URI. */
  redirectUri(): string;
}

/** Why a sign-in failed: the code for the browser, and the sentence for the log. */
export interface LoginFailure {
  error: OidcLoginError;
  message: string;
  oidcOpId?: number;
  /** The provider's name, if it exists. */
  oidcOpName?: string;
  returnTo?: string;
  /** The login that the provider sent. */
  login?: string | undefined;
  /** Up to the one that failed. */
  steps?: readonly SignInStep[];
  /** The response to clients other than browsers. */
  problem?: Problem;
}

/**
 * Starts a sign-in and stores it; the number of unfinished ones per address is limited.
 * @returns the URL of the authorization request, or why there's none
 */
export async function startLogin(
  tools: LoginTools,
  id: number,
  returnTo: string,
  browser: string,
  address: string,
): Promise<{ location: string } | LoginFailure> {
  const row = await tools.stores.oidcOps.find(id);
  const problem = notFound(`OIDC configuration ${id}`);
  if (!row) return { error: 'unknown_provider', message: problem.message, problem, returnTo };
  const at = { oidcOpId: id, oidcOpName: row.name, returnTo };
  if (!row.login_enabled) return { ...buttonSuspended, problem, ...at };
  try {
    const tooMany = 'too many unsuccessful provider sign-ins';
    await throttle(tools.stores, addressKey('oidc', address), limits.oidcLoginsFree, tools.now(), tooMany);
    const provider = providerOf(row, tools.secrets);
    const request = await tools.relyingParty.newRequest(provider, tools.redirectUri());
    const location = tools.relyingParty.authorizationUrl(provider, request);
    await tools.stores.oidcRequests.insert({
      state_hash: tokenHash(request.state),
      oidc_op_id: id,
      browser_hash: tokenHash(browser),
      nonce: request.nonce,
      code_verifier: request.codeVerifier,
      return_to: returnTo,
      created_at: tools.now(),
    });
    return { location };
  } catch (error) {
    if (error instanceof Problem)
      return { error: 'too_many_attempts', message: error.message, problem: error, ...at };
    return { ...serviceFailed(error), ...at };
  }
}

/**
 * The started sign-in that a redirect back belongs to, which can't be finished again. Without the cookie that its browser got, there's
 * none, and nothing changes.
 */
export async function takeLogin(
  { stores }: Pick<LoginTools, 'stores'>,
  callback: URLSearchParams,
  browser: string | undefined,
): Promise<OidcRequestRow | undefined> {
  if (browser === undefined) return undefined;
  return stores.oidcRequests.take(tokenHash(callback.get('state') ?? ''), tokenHash(browser));
}

/**
 * Explains a response that this service can't read. No sign-in is used up: any site can make a browser send one.
 * @param by undefined if it can't be found out which sign-in it belongs to
 */
export async function misdirectedLogin(
  { stores }: Pick<LoginTools, 'stores'>,
  error: UnreadableResponse,
  by: ResponseTo | undefined,
): Promise<LoginFailure> {
  const message = unreadableResponses[error];
  const pending = by && (await stores.oidcRequests.find(by));
  if (!pending) return { error, message };
  const op = await stores.oidcOps.find(pending.oidc_op_id);
  return {
    error,
    message,
    returnTo: pending.return_to,
    ...(op && { oidcOpId: op.id, oidcOpName: op.name }),
  };
}

/** Responses that this service can't read. A fragment never reaches a server. */
export const unreadableResponses = {
  form_response: 'The provider sent its response as a form (response_mode form_post).',
  wrong_response_mode:
    'The provider redirected back without parameters: its response may be in the fragment.',
};
export type UnreadableResponse = keyof typeof unreadableResponses;

/**
 * Finishes a sign-in after the provider's redirect.
 * @param pending the started sign-in, if there is one
 */
export async function finishLogin(
  tools: LoginTools,
  pending: OidcRequestRow | undefined,
  callback: URLSearchParams,
  origin: SignInOrigin,
): Promise<{ sessionId: string; login: string; returnTo: string } | LoginFailure> {
  const oldest = tools.now().getTime() - limits.oidcRequestSeconds * 1000;
  if (!pending || pending.created_at.getTime() < oldest || isAhead(pending.created_at, tools.now()))
    return {
      error: 'request_expired',
      message:
        'The sign-in is unknown, was started in another browser, has already finished or took too long',
    };
  const place = { oidcOpId: pending.oidc_op_id, returnTo: pending.return_to };
  const row = await tools.stores.oidcOps.find(pending.oidc_op_id);
  if (!row)
    return { error: 'unknown_provider', message: 'The OIDC configuration no longer exists', ...place };
  const at = { ...place, oidcOpName: row.name };
  let report: SignInReport | undefined;
  try {
    const request = {
      state: callback.get('state') ?? '',
      nonce: pending.nonce,
      codeVerifier: pending.code_verifier,
      redirectUri: tools.redirectUri(),
    };
    const provider = providerOf(row, tools.secrets);
    const finished = await finishSignIn(tools, provider, request, callback);
    report = finished;
    const { user, failed, login, steps } = finished;
    if (!user) {
      const { name: step, message } = failed ?? {};
      const error = failed?.error ?? 'service_failed';
      const blame = failed && blameOf(failed, false);
      if (blame) await tools.work.transaction((stores) => noteSignIn(stores, row, tools.now(), blame));
      return { error, message: `${step}: ${message}`, login, steps, ...at };
    }
    const sessionId = await tools.work.transaction(async (stores) => {
      const current = await stores.oidcOps.hold(row.id);
      if (current?.login_enabled === false) return undefined;
      await stores.signInFailures.undo(addressKey('oidc', origin.address));
      await bindSubject(stores, { row, current }, user, finished, tools.now());
      const through = { ...row, stateHash: pending.state_hash, returnTo: pending.return_to };
      const opened = await openSession(stores, user, tools.now(), origin, through);
      // Last, because it keeps others who sign in waiting.
      await noteSignIn(stores, row, tools.now(), undefined);
      return opened;
    });
    if (sessionId === undefined) return { ...buttonSuspended, login, ...at };
    return { sessionId, login: user.login, returnTo: pending.return_to };
  } catch (error) {
    const { login, steps: before = [] } = report ?? {};
    if (!(error instanceof SignInFailure)) return { ...serviceFailed(error), login, ...at };
    const steps = [...before.filter(({ name }) => name !== error.step.name), error.step];
    return { error: error.failed.error, message: error.message, login, steps, ...at };
  }
}

/**
 * Remembers by whom a user was signed in.
 * @param provider as it was when the sign-in ended there, and as it is now
 * @throws SignInFailure if another subject of the provider was first, or the provider was changed during the sign-in
 */
async function bindSubject(
  stores: Stores,
  { row, current }: { row: OidcOpRow; current: OidcOpRow | undefined },
  user: UserRow,
  report: SignInReport,
  now: Date,
): Promise<void> {
  if (!current || changesIdentity(row, current))
    throw new SignInFailure({
      name: 'local_user',
      error: current ? 'request_expired' : 'unknown_provider',
      message: `The OIDC configuration was ${current ? 'changed' : 'deleted'} during the sign-in.`,
    });
  const subject_hash = tokenHash(String(report.idTokenClaims?.['sub']));
  const subject = { oidc_op_id: row.id, issuer: row.issuer, subject_hash, user_id: user.id };
  if (await stores.identities.use({ ...subject, last_used_at: now })) return;
  await requireSubject(stores, report, row, user);
  throw new Error("the user's identity changed during the sign-in");
}

/** Also of sign-ins that were under way. */
const buttonSuspended = { error: 'button_suspended', message: 'The button is suspended' } as const;

function serviceFailed(error: unknown): LoginFailure {
  const key = violatedKey(error);
  // If they were deleted, storing their identity has failed before.
  if (error instanceof UserGone)
    return { error: 'suspended', message: 'The user was suspended during the sign-in' };
  if (key?.endsWith('_user_id_fkey'))
    return { error: 'unknown_user', message: 'The user was deleted during the sign-in' };
  if (key !== undefined)
    return { error: 'unknown_provider', message: 'The OIDC configuration was deleted during the sign-in' };
  return { error: 'service_failed', message: error instanceof Error ? error.message : String(error) };
}

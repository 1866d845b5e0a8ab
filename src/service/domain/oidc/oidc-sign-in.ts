import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { type UsernameResult, applyUsernamePath } from '../../../contract/oidc/username-evaluation.mjs';
import type { ExpressionSandbox } from './oidc-ports.ts';
import type { WithoutSlot, Stores, UserRow } from '../ports.ts';
import {
  SignInFailure,
  type Claims,
  type FailedStep,
  type Provider,
  type Redeemed,
  type RelyingParty,
  type SignInRequest,
} from './relying-party.ts';
import { msg } from '../../../contract/isolate.ts';
import { hasBoundedCost } from '../../../contract/oidc/username-path.ts';
import { textFlagProblem, usernameRisks } from '../../../contract/oidc/username-risks.ts';
import { searchText } from '../../../contract/search.ts';
import { userPath } from '../../../contract/access/users.ts';
import { identityPath } from '../../../contract/access/identities.ts';
import { tokenHash } from '../access/tokens.ts';
import { limits } from '../../../contract/limits.ts';

export interface SignInTools {
  stores: Stores;
  relyingParty: RelyingParty;
  sandbox: ExpressionSandbox;
  withoutSlot: WithoutSlot;
}

export interface SignInReport {
  steps: SignInStep[];
  /** Unverified if one of the ID token steps failed. */
  idTokenClaims: Claims | null;
  userInfoClaims: Claims | null;
  /** The login that `username_path` extracted; empty if none. */
  login: string;
  /** The user to sign in, if every step passed. */
  user?: UserRow;
  failed?: SignInStep;
}

/**
 * Completes a sign-in from the provider's redirect to the local user (docs/decisions.md, "Signing in through a provider").
 * @param always requests UserInfo even if the ID token contains the login, for the report of a sign-in test
 */
export async function finishSignIn(
  { stores, relyingParty, sandbox, withoutSlot }: SignInTools,
  provider: Provider,
  request: SignInRequest,
  callback: URLSearchParams,
  always = false,
): Promise<SignInReport> {
  const report: SignInReport = { steps: [], idTokenClaims: null, userInfoClaims: null, login: '' };
  // Provider responses and expressions may take seconds.
  const readLogin = async () => {
    const redeemed = await relyingParty.redeem(provider, request, callback);
    report.steps.push(...redeemed.steps);
    report.idTokenClaims = redeemed.claims;
    const { username_path: path } = provider;
    if (path === '') {
      await askUserInfo(relyingParty, provider, redeemed, report, { needed: false, always });
      report.steps.push(step('username_path', 'skipped', 'No username expression is configured.'));
      return;
    }
    const apply = (claims: Claims) => usernameIn(sandbox, path, claims);
    const results = [{ label: 'ID token', claims: redeemed.claims, result: await apply(redeemed.claims) }];
    const needed = results.every(({ result }) => !('login' in result));
    const claims = await askUserInfo(relyingParty, provider, redeemed, report, { needed, always });
    if (claims) results.push({ label: 'UserInfo', claims, result: await apply(claims) });
    report.login = mapUsername(provider, results, report);
  };
  try {
    await withoutSlot(readLogin);
    if (report.login !== '') report.user = await findUser(stores, report, provider);
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    report.steps.push(...error.before, error.step);
    report.idTokenClaims ??= error.unverified ?? null;
    report.failed = error.step;
  }
  return report;
}

/** The result of `username_path` for the claims of one source. */
interface Mapped {
  label: string;
  claims: Claims;
  result: UsernameResult;
}

/** @returns the UserInfo claims, if it was requested successfully */
async function askUserInfo(
  relyingParty: RelyingParty,
  provider: Provider,
  redeemed: Redeemed,
  report: SignInReport,
  { needed, always }: { needed: boolean; always: boolean },
): Promise<Claims | undefined> {
  const skip = (message: string) => {
    report.steps.push(step('userinfo', 'skipped', message));
    return undefined;
  };
  if (!provider.userinfo_endpoint) return skip('No UserInfo endpoint is configured.');
  if (!needed && !always) return skip('The ID token contains the login.');
  const start = performance.now();
  try {
    report.userInfoClaims = await relyingParty.userInfo(provider, redeemed);
    const facts = [{ label: 'endpoint', value: provider.userinfo_endpoint }];
    const milliseconds = Math.round(performance.now() - start);
    report.steps.push({
      ...step('userinfo', 'passed', 'The UserInfo response is about the same user.', facts),
      milliseconds,
    });
    return report.userInfoClaims;
  } catch (error) {
    if (needed || !(error instanceof SignInFailure)) throw error;
    const consequence =
      provider.username_path === ''
        ? 'Sign-in works without it if the ID token contains the login.'
        : 'Sign-in works without it because the ID token contains the login.';
    const message = `${error.message} ${consequence}`;
    report.steps.push({ ...error.step, verdict: 'warning', message });
    return undefined;
  }
}

function mapUsername(
  { username_path: expression, userinfo_endpoint: userInfo }: Provider,
  documents: readonly Mapped[],
  report: SignInReport,
): string {
  const facts = [
    { label: 'expression', value: expression },
    ...documents.flatMap(({ label, claims, result }) => [
      { label, value: outcomeText(result) },
      { label: `claims of ${label}`, value: Object.keys(claims).join(', ').slice(0, 1000) },
    ]),
  ];
  // The ID token first, then UserInfo (docs/api.md, "OIDC provider configuration").
  for (const { label, result } of documents) {
    if (!('login' in result)) continue;
    const found = msg`The ${label} contains the login ${result.login}.`;
    const risks = usernameRisks(expression, userInfo !== '').map((risk) => `${risk}.`);
    report.steps.push(
      step('username_path', risks.length > 0 ? 'warning' : 'passed', [found, ...risks].join(' '), facts),
    );
    return result.login;
  }
  const failed = documents.some(({ result }) => result.kind === 'failed');
  const [textFlag] = documents.flatMap(({ claims }) => textFlagProblem(expression, claims) ?? []);
  throw new SignInFailure({
    name: 'username_path',
    error: 'no_username',
    message: `The username expression ${failed ? 'failed on' : 'found no login in'} the provider's claims.${textFlag ? ` ${textFlag}.` : ''}`,
    expected: 'a non-empty string',
    actual: documents.map(({ label, result }) => `${label}: ${outcomeText(result)}`).join('; '),
    facts,
  });
}

function outcomeText(result: UsernameResult): string {
  if (result.kind === 'login') return msg`returned ${JSON.stringify(result.login)}`;
  return result.kind === 'unusable' ? `returned ${result.reason}` : `failed: ${result.reason}`;
}

async function findUser(stores: Stores, report: SignInReport, provider: Provider): Promise<UserRow> {
  const user = await stores.users.findByLogin(report.login);
  if (user?.suspended_at) {
    const message = msg`${user.login} was suspended on ${user.suspended_at.toISOString().slice(0, 10)}.`;
    const facts = [{ label: 'user', value: userPath(user.id) }];
    throw new SignInFailure({ name: 'local_user', error: 'suspended', message, facts });
  }
  if (user) {
    await requireSubject(stores, report, provider, user);
    report.steps.push(step('local_user', 'passed', msg`The user ${user.login} exists.`));
    return user;
  }
  const similar = await similarUser(stores, report.login, provider.username_path);
  if (similar) throw new SignInFailure(similar);
  const visible = withCodePoints(report.login);
  throw new SignInFailure({
    name: 'local_user',
    error: 'unknown_user',
    message:
      visible === report.login
        ? msg`No user has the login ${report.login}; signing in never creates users.`
        : msg`No user has the login ${report.login}, which contains invisible characters.`,
    actual: visible,
    repair:
      visible === report.login
        ? 'Create a user with exactly this login, or use another claim.'
        : 'Remove the characters at the provider or in the username expression, or use another claim.',
  });
}

/**
 * Checks that the provider still means the same person by a login: it may have been given to someone else, who would inherit the account.
 * @throws SignInFailure
 */
export async function requireSubject(
  { identities }: Stores,
  { idTokenClaims }: SignInReport,
  { id, issuer }: Pick<Provider, 'id' | 'issuer'>,
  user: UserRow,
): Promise<void> {
  const known = id === undefined ? undefined : await identities.find(user.id, id);
  if (!known || (known.issuer === issuer && known.subject_hash === tokenHash(String(idTokenClaims?.['sub']))))
    return;
  const [since, last] = [known.first_used_at.toISOString(), known.last_used_at.toISOString()];
  throw new SignInFailure({
    name: 'local_user',
    error: 'subject_changed',
    message: msg`The provider's subject isn't the one with which ${user.login} signed in before.`,
    expected: `the subject of the sign-ins from ${since} to ${last}`,
    actual: 'another subject',
    facts: [
      { label: 'identity', value: identityPath(user.id, known.id) },
      { label: 'first sign-in', value: since },
      { label: 'last sign-in', value: last },
    ],
  });
}

/** A user whose login differs only in case or in Unicode form: a new user with the provider's login would duplicate them. */
async function similarUser(
  stores: Stores,
  login: string,
  expression: string,
): Promise<FailedStep | undefined> {
  const found = await stores.users.lookAlikes(login);
  const user = found.find((each) => searchText(each.login) === searchText(login));
  if (!user) return undefined;
  const sameForm = user.login.normalize('NFKC') === login.normalize('NFKC');
  const lowered = `lower(${expression})`;
  return {
    name: 'local_user',
    error: 'unknown_user',
    message: msg`No user has the login ${login}. The user ${user.login} differs only in ${sameForm ? 'Unicode form' : 'case'}.`,
    expected: user.login,
    actual: login,
    repair:
      login.toLowerCase() === user.login
        ? msg`Use ${lowered} as the username expression, or change the login at the provider.`
        : msg`Make the provider send exactly ${user.login}, or change the user's login to what it sends.`,
  };
}

/** A login with invisible characters replaced by their code points. Single spaces between other characters are visible. */
export function withCodePoints(login: string): string {
  const invisible = /[\p{DI}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}|^ | $|(?<= ) | (?= )/gu;
  return login.replace(
    invisible,
    (found) => `<U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`,
  );
}

/** A step that didn't fail. */
export function step(
  name: SignInStep['name'],
  verdict: SignInStep['verdict'],
  message: string,
  facts: SignInStep['facts'] = [],
): SignInStep {
  return { name, verdict, message, facts, milliseconds: 0 };
}

/**
 * Evaluates `username_path` on claims. A short expression can require unlimited time and memory (each `[@,@][]`
 * doubles the previous result), so only expressions of bounded cost are evaluated in this process.
 * @throws SignInFailure if the sandbox can't evaluate it now
 */
export async function usernameIn(
  sandbox: ExpressionSandbox,
  expression: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<UsernameResult> {
  if (hasBoundedCost(expression)) return applyUsernamePath(expression, claims, limits.login);
  try {
    return await sandbox.apply(expression, claims);
  } catch (error) {
    throw new SignInFailure({
      name: 'username_path',
      error: 'service_failed',
      message: `Couldn't evaluate the username expression: ${error instanceof Error ? error.message : String(error)}.`,
      repair: 'Try again in a moment.',
    });
  }
}

import type { OidcTrialStep } from '../../../contract/oidc/oidc-trials.ts';
import type { ExpressionSandbox, UsernameResult } from './oidc-ports.ts';
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
import { isolate } from '../../../contract/isolate.ts';
import { usernameIn } from './username.ts';

/** How a sign-in through a provider went, step by step. */
export interface SignInReport {
  steps: OidcTrialStep[];
  /** Not to be believed where one of the steps about the ID Token failed. */
  idTokenClaims: Claims | null;
  userInfoClaims: Claims | null;
  /** What `username_path` gave; empty where it gave nothing. */
  login: string;
  /** The user who would be signed in, where every step passed. */
  user?: UserRow;
  /** The step that ended it. */
  failed?: OidcTrialStep;
}

/**
 * Goes from the provider's answer to a local user (document, "OIDC sign-in").
 * @param always asks UserInfo even where the ID Token has given the login, for the report of a dry run
 */
export async function finishSignIn(
  stores: Stores,
  relyingParty: RelyingParty,
  sandbox: ExpressionSandbox,
  provider: Provider,
  request: SignInRequest,
  callback: URLSearchParams,
  { withoutSlot, always = false }: { withoutSlot: WithoutSlot; always?: boolean },
): Promise<SignInReport> {
  const report: SignInReport = { steps: [], idTokenClaims: null, userInfoClaims: null, login: '' };
  // The provider may take seconds for its answers, and an expression for its work.
  const readLogin = async () => {
    const redeemed = await relyingParty.redeem(provider, request, callback);
    report.steps.push(...redeemed.steps);
    report.idTokenClaims = redeemed.claims;
    const { username_path: path } = provider;
    const apply = (claims: Claims) => usernameIn(sandbox, path, claims);
    const results = [{ label: 'ID Token', claims: redeemed.claims, result: await apply(redeemed.claims) }];
    const needed = results.every(({ result }) => !('login' in result));
    const claims = await askUserInfo(relyingParty, provider, redeemed, report, { needed, always });
    if (claims) results.push({ label: 'UserInfo', claims, result: await apply(claims) });
    report.login = mapUsername(path, results, report);
  };
  try {
    await withoutSlot(readLogin);
    report.user = await findUser(stores, report);
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    report.steps.push(...error.before, error.step);
    report.idTokenClaims ??= error.unverified ?? null;
    report.failed = error.step;
  }
  return report;
}

/** What `username_path` gave on the claims of one document. */
interface Mapped {
  label: string;
  claims: Claims;
  result: UsernameResult;
}

/** @returns the claims of UserInfo, where it was asked and answered */
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
  if (!provider.userinfo_endpoint) return skip('The configuration has no UserInfo endpoint.');
  if (!needed && !always) return skip('The ID Token gave the login.');
  const start = performance.now();
  try {
    report.userInfoClaims = await relyingParty.userInfo(provider, redeemed);
    const facts = [{ label: 'endpoint', value: provider.userinfo_endpoint }];
    const milliseconds = Math.round(performance.now() - start);
    report.steps.push({
      ...step('userinfo', 'passed', 'UserInfo tells about the same user.', facts),
      milliseconds,
    });
    return report.userInfoClaims;
  } catch (error) {
    if (needed || !(error instanceof SignInFailure)) throw error;
    const message = `${error.message} Sign-in works without it, because the ID Token gives the login.`;
    report.steps.push({ ...error.step, verdict: 'warning', message });
    return undefined;
  }
}

function mapUsername(expression: string, documents: readonly Mapped[], report: SignInReport): string {
  const facts = [
    { label: 'expression', value: expression },
    ...documents.flatMap(({ label, claims, result }) => [
      { label, value: 'login' in result ? `gave ${isolate(JSON.stringify(result.login))}` : result.reason },
      { label: `claims of ${label}`, value: Object.keys(claims).join(', ').slice(0, 1000) },
    ]),
  ];
  // The ID Token first, then UserInfo (document, `username_path`).
  for (const { label, result } of documents) {
    if (!('login' in result)) continue;
    report.steps.push(
      step('username_path', 'passed', `The ${label} gave the login ${isolate(result.login)}.`, facts),
    );
    return result.login;
  }
  throw new SignInFailure({
    name: 'username_path',
    error: 'no_username',
    message: 'The username mapping finds no login in what the provider sent.',
    expected: 'a non-empty string',
    actual: documents
      .map(({ label, result }) => `${label}: ${'reason' in result ? result.reason : ''}`)
      .join('; '),
    repair: 'Map the username from one of the claims that the provider sends, or have it send the claim.',
    facts,
  });
}

async function findUser(stores: Stores, report: SignInReport): Promise<UserRow> {
  const user = await stores.users.findByLogin(report.login);
  if (user) {
    report.steps.push(step('local_user', 'passed', `The user ${isolate(user.login)} exists here.`));
    return user;
  }
  const failed: FailedStep = {
    name: 'local_user',
    error: 'unknown_user',
    message: `No user here has the login ${isolate(report.login)}; users are not created at sign-in.`,
    actual: report.login,
    repair: 'Create the user with exactly this login, or map another claim.',
  };
  throw new SignInFailure(failed);
}

function step(
  name: OidcTrialStep['name'],
  verdict: OidcTrialStep['verdict'],
  message: string,
  facts: OidcTrialStep['facts'] = [],
): OidcTrialStep {
  return { name, verdict, message, facts, milliseconds: 0 };
}

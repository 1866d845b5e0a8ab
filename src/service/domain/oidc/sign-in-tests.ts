import type {
  LastSignInTest,
  SignInTest,
  SignInTestDraft,
  SignInTestStart,
} from '../../../contract/oidc/sign-in-tests.ts';
import { limits } from '../../../contract/limits.ts';
import type { Caller, Acting } from '../access/caller.ts';
import { newToken, tokenHash } from '../access/tokens.ts';
import { isAhead } from '../clock.ts';
import type { Stores } from '../ports.ts';
import { notFound } from '../problem.ts';
import type { SecretBox } from '../secret-box.ts';
import { unreadableResponses, type LoginTools, type UnreadableResponse } from './oidc-logins.ts';
import { oidcOpPath, testedBy } from './oidc-op-record.ts';
import { getOidcOp, requireOidc } from './oidc-ops.ts';
import type { OidcOpRow, ResponseTo, SignInTestRow } from './oidc-ports.ts';
import { finishSignIn, type SignInReport } from './oidc-sign-in.ts';
import { SignInFailure, type Provider, type SignInRequest } from './relying-party.ts';
import { draftedProvider } from './sign-in-test-drafts.ts';
import { discoveryStep, requestStep } from './sign-in-test-steps.ts';
import { providerOf } from './stored-secret.ts';
import { noteTest } from './watch-evidence.ts';

/** What a test's row seals. */
interface Sealed {
  report: Omit<SignInTest, 'returned'>;
  /** Identifies the configuration that was tested. */
  tested: string;
  /** What finishing the test needs; removed once it has finished. */
  pending?: { provider: Provider; request: SignInRequest };
}

/** Starts a sign-in test of a saved configuration, with its stored secret. */
export async function startSignInTest(
  tools: LoginTools,
  caller: Caller,
  id: number,
  browser: string | undefined,
): Promise<SignInTestStart> {
  const acting = { stores: tools.stores, caller };
  await requireOidc(acting, 'rw');
  const row = await getOidcOp(acting, id);
  const { started, test } = await begin(tools, caller, providerOf(row, tools.secrets), browser);
  await tools.stores.signInTests.recordStart({
    oidc_op_id: id,
    id_hash: test.id_hash,
    outcome: 'unfinished',
    failed_step: '',
    started_at: test.created_at,
  });
  return started;
}

/** Starts a sign-in test of a draft. @throws Problem 400 if the draft can't be tested */
export async function startDraftSignInTest(
  tools: LoginTools,
  caller: Caller,
  draft: SignInTestDraft,
  browser: string | undefined,
): Promise<SignInTestStart> {
  await requireOidc({ stores: tools.stores, caller }, 'rw');
  const provider = await draftedProvider(tools, caller, draft);
  return (await begin(tools, caller, provider, browser)).started;
}

async function begin(
  tools: LoginTools,
  caller: Caller,
  provider: Provider,
  browser: string | undefined,
): Promise<{ started: SignInTestStart; test: SignInTestRow }> {
  const { stores, relyingParty, secrets } = tools;
  const id = newToken();
  const request = await relyingParty.newRequest(provider, tools.redirectUri());
  const authorizationUrl = relyingParty.authorizationUrl(provider, request);
  const discovery = await discoveryStep(relyingParty.metadata, provider);
  const now = tools.now();
  const report: Sealed['report'] = {
    oidc_trial_resource: `/oidc_trials/${id}`,
    provider_name: provider.name,
    finished: false,
    succeeded: false,
    steps: [discovery.step, requestStep(authorizationUrl)],
    published: discovery.published,
    id_token_claims: null,
    userinfo_claims: null,
    login: '',
    user_resource: '',
    started_at: now.toISOString(),
  };
  const place = { id_hash: tokenHash(id), user_id: caller.userId };
  const test = {
    ...place,
    state_hash: tokenHash(request.state),
    browser_hash: hashOf(browser),
    sealed: seal(secrets, place, { report, tested: testedBy(provider), pending: { provider, request } }),
    returned_at: null,
    created_at: now,
  };
  await stores.signInTests.insert(test, limits.signInTestsKept);
  return {
    started: { oidc_trial_resource: report.oidc_trial_resource, authorization_url: authorizationUrl },
    test,
  };
}

/** Returns a sign-in test. @throws Problem 404, also for other users' tests */
export async function getSignInTest(
  { stores, secrets, now }: Pick<LoginTools, 'stores' | 'secrets' | 'now'>,
  caller: Caller,
  id: string,
): Promise<SignInTest> {
  await requireOidc({ stores, caller }, 'rw');
  const row = await stores.signInTests.find(tokenHash(id), caller.userId);
  if (!row || !isKept(row, now())) throw notFound('The sign-in test');
  return { ...open(secrets, row).report, returned: row.returned_at !== null };
}

/** The outcome of each configuration's last test, in the order of the configurations. */
export async function listLastSignInTests(acting: Acting): Promise<LastSignInTest[]> {
  await requireOidc(acting, 'ro');
  return (await acting.stores.signInTests.listLast()).map(
    ({ oidc_op_id: id, outcome, failed_step, started_at }) => ({
      oidc_op_resource: oidcOpPath(id),
      outcome,
      failed_step,
      started_at: started_at.toISOString(),
    }),
  );
}

/** Finishes the sign-in test that a callback belongs to. @returns whether the callback belongs to one */
export async function finishSignInTest(
  tools: LoginTools,
  callback: URLSearchParams,
  browser: string | undefined,
): Promise<boolean> {
  const state = tokenHash(callback.get('state') ?? '');
  const row = await tools.stores.signInTests.take(state, hashOf(browser), tools.now());
  return finish(tools, row, ({ provider, request }) =>
    finishSignIn(tools, provider, request, callback, true),
  );
}

/** Finishes a sign-in test whose response this service can't read. @returns whether there's such a test */
export async function failSignInTest(
  tools: LoginTools,
  error: UnreadableResponse,
  by: ResponseTo,
): Promise<boolean> {
  const row = await tools.stores.signInTests.takeBy(by, tools.now());
  const failure = new SignInFailure({ name: 'callback', error, message: unreadableResponses[error] });
  const report = { steps: [failure.step], idTokenClaims: null, userInfoClaims: null, login: '' };
  return finish(tools, row, async () => ({ ...report, failed: failure.step }));
}

async function finish(
  { stores, work, secrets, now }: LoginTools,
  row: SignInTestRow | undefined,
  signIn: (pending: NonNullable<Sealed['pending']>) => Promise<SignInReport>,
): Promise<boolean> {
  if (!row || !isKept(row, now())) return false;
  const { report, tested, pending } = open(secrets, row);
  if (!pending) return false;
  const result = await signIn(pending);
  const succeeded = result.user !== undefined;
  const finished: Sealed['report'] = {
    ...report,
    finished: true,
    succeeded,
    steps: [...report.steps, ...result.steps],
    id_token_claims: result.idTokenClaims,
    userinfo_claims: result.userInfoClaims,
    login: result.login,
    user_resource: result.user ? `/users/${result.user.id}` : '',
  };
  await stores.signInTests.finish(row.id_hash, seal(secrets, row, { report: finished, tested }));
  const outcome = succeeded ? 'passed' : 'failed';
  await stores.signInTests.recordOutcome(row.id_hash, outcome, result.failed?.name ?? '');
  const { id } = pending.provider;
  const op = id === undefined ? undefined : await stores.oidcOps.find(id);
  if (op && ifReadable(() => testedBy(providerOf(op, secrets))) === tested)
    await work.transaction((all) => noteTest(all, op, now(), finished.steps, succeeded));
  return true;
}

/**
 * Makes the caller's last test of a draft the last test of the configuration saved from it, if nothing was changed since,
 * which also means the secret; in the transaction that saves it.
 * @returns the configuration
 */
export async function adoptDraftTest(
  stores: Stores,
  secrets: SecretBox,
  caller: Caller,
  row: OidcOpRow,
): Promise<OidcOpRow> {
  const tested = ifReadable(() => testedBy(providerOf(row, secrets)));
  if (tested === undefined) return row;
  const earliest = new Date(row.updated_at.getTime() - limits.signInTestSeconds * 1000);
  for (const test of await stores.signInTests.listOf(caller.userId, earliest)) {
    const sealed = ifReadable(() => open(secrets, test));
    if (sealed?.tested !== tested || !sealed.report.finished) continue;
    const { report } = sealed;
    await stores.signInTests.recordStart({
      oidc_op_id: row.id,
      // Two configurations can be saved from one draft; the test has ended, so that nothing looks for it.
      id_hash: tokenHash(`${test.id_hash} of ${row.id}`),
      outcome: report.succeeded ? 'passed' : 'failed',
      failed_step: report.steps.find(({ verdict }) => verdict === 'failed')?.name ?? '',
      // A test before the last change would count as one of other values.
      started_at: row.updated_at,
    });
    await noteTest(stores, row, row.updated_at, report.steps, report.succeeded);
    break;
  }
  return row;
}

function isKept({ created_at: at }: SignInTestRow, now: Date): boolean {
  return at.getTime() >= now.getTime() - limits.signInTestSeconds * 1000 && !isAhead(at, now);
}

type Place = Pick<SignInTestRow, 'id_hash' | 'user_id'>;

function seal(secrets: SecretBox, place: Place, content: Sealed): string {
  return secrets.seal(JSON.stringify(content), placeOf(place));
}

function open(secrets: SecretBox, row: SignInTestRow): Sealed {
  return JSON.parse(secrets.open(row.sealed, placeOf(row))) as Sealed;
}

/** Undefined for what was sealed with another key. */
function ifReadable<Content>(openSealed: () => Content): Content | undefined {
  try {
    return openSealed();
  } catch {
    return undefined;
  }
}

/** Neither another test nor another user can get the content, not even by changing the database. */
function placeOf({ id_hash: test, user_id: user }: Place): string {
  return `sign-in test ${test} of user ${user}`;
}

function hashOf(browser: string | undefined): string | null {
  return browser === undefined ? null : tokenHash(browser);
}

import type { SignInTestDraft, SignInTest, SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { limits } from '../../../contract/limits.ts';
import type { Caller } from '../access/caller.ts';
import { oidcOpPath } from './oidc-op-record.ts';
import { providerOf, type LoginTools } from './oidc-logins.ts';
import { filledForCreate, getOidcOp, requireOidc } from './oidc-ops.ts';
import { MetadataFailure } from './oidc-ports.ts';
import { finishSignIn } from './oidc-sign-in.ts';
import { notFound, Problem } from '../problem.ts';
import type { Provider, SignInRequest } from './relying-party.ts';
import { newToken, tokenHash } from '../access/tokens.ts';

interface Trial {
  shown: SignInTest;
  provider: Provider;
  request: SignInRequest;
  /** Undefined if an API key started it: then any browser may finish it, because the key's owner shares the URL. */
  browserHash: string | undefined;
  /** Who may read it: the session, or the API key's user, that started it. */
  owner: string;
  startedAt: Date;
}

/** Running and finished sign-in tests, only in this process's memory because drafts contain unsaved secrets. */
export class SignInTestRegistry {
  readonly #trials = new Map<string, Trial>();
  readonly #answered = new WeakSet<Trial>();

  add(id: string, trial: Trial, now: Date): void {
    for (const [old, { startedAt }] of this.#trials)
      if (startedAt.getTime() < now.getTime() - limits.signInTestSeconds * 1000) this.#trials.delete(old);
    const own = [...this.#trials].filter(([, { owner }]) => owner === trial.owner);
    if (own.length >= limits.signInTestsKept) this.#trials.delete(own[0]?.[0] ?? '');
    this.#trials.set(id, trial);
  }

  find(id: string, now: Date): Trial | undefined {
    const trial = this.#trials.get(id);
    return trial && trial.startedAt.getTime() >= now.getTime() - limits.signInTestSeconds * 1000
      ? trial
      : undefined;
  }

  /** The test that a callback belongs to, once only: a code can't be reused. */
  take(state: string, browserHash: string | undefined, now: Date): Trial | undefined {
    for (const [id, trial] of this.#trials) {
      if (trial.request.state !== state) continue;
      if (trial.browserHash !== undefined && trial.browserHash !== browserHash) continue;
      if (this.#answered.has(trial)) return undefined;
      this.#answered.add(trial);
      return this.find(id, now);
    }
    return undefined;
  }
}

/** What a sign-in test needs besides the needs of a sign-in. */
export interface SignInTestTools extends LoginTools {
  trials: SignInTestRegistry;
}

export interface StartedSignInTest {
  oidc_trial_resource: string;
  authorization_url: string;
}

/** Starts a sign-in test of a saved configuration, with its stored secret. */
export async function startSignInTest(
  tools: SignInTestTools,
  caller: Caller,
  id: number,
  browser: string | undefined,
): Promise<StartedSignInTest> {
  await requireOidc(tools.stores, caller, 'rw');
  const row = await getOidcOp(tools.stores, caller, id);
  return begin(tools, caller, providerOf(row, tools.secrets), browser);
}

/**
 * Starts a sign-in test of a draft.
 * @throws Problem 400 if the draft can't be tested
 */
export async function startDraftSignInTest(
  tools: SignInTestTools,
  caller: Caller,
  draft: SignInTestDraft,
  browser: string | undefined,
): Promise<StartedSignInTest> {
  await requireOidc(tools.stores, caller, 'rw');
  const { oidc_op_resource, client_secret, ...values } = draft;
  const filled = await filledForCreate(tools.relyingParty.metadata, values);
  const complete = { ...values, ...filled };
  const secret =
    client_secret === undefined
      ? await storedSecret(tools, caller, oidc_op_resource, complete)
      : { client_secret, secret_origin: new URL(complete.token_endpoint).origin };
  return begin(tools, caller, { ...complete, ...secret }, browser);
}

type Secret = Pick<Provider, 'client_secret' | 'secret_origin'>;

/** The stored secret is sent only to the origin it was entered for: a draft could have another token endpoint. */
async function storedSecret(
  tools: SignInTestTools,
  caller: Caller,
  resource: string | undefined,
  draft: Omit<Provider, keyof Secret>,
): Promise<Secret> {
  if (resource === undefined) throw new Problem(400, ['client_secret: is required']);
  const row = await getOidcOp(tools.stores, caller, Number(resource.slice(oidcOpPath(0).length - 1)));
  const { client_secret, secret_origin } = providerOf(row, tools.secrets);
  const moved = (['issuer', 'client_id'] as const).filter((field) => draft[field] !== row[field]);
  if (moved.length > 0)
    throw new Problem(400, [`client_secret: is required, because the draft changes ${moved.join(', ')}`]);
  const { origin } = new URL(draft.token_endpoint);
  if (origin !== secret_origin)
    throw new Problem(400, [
      `client_secret: is required, because the stored one was entered for ${secret_origin} and isn't sent to ${origin}`,
    ]);
  return { client_secret, secret_origin };
}

async function begin(
  tools: SignInTestTools,
  caller: Caller,
  provider: Provider,
  browser: string | undefined,
): Promise<StartedSignInTest> {
  const id = newToken();
  const request = tools.relyingParty.newRequest(tools.redirectUri());
  const url = await tools.relyingParty.authorizationUrl(provider, request);
  const shown: SignInTest = {
    oidc_trial_resource: `/oidc_trials/${id}`,
    provider_name: provider.name,
    finished: false,
    succeeded: false,
    steps: [await discoveryStep(tools, provider), requestStep(provider, request)],
    id_token_claims: null,
    userinfo_claims: null,
    login: '',
    user_resource: '',
    started_at: tools.now().toISOString(),
  };
  const startedAt = tools.now();
  tools.trials.add(
    id,
    { shown, provider, request, browserHash: hashOf(browser), owner: ownerOf(caller), startedAt },
    startedAt,
  );
  return { oidc_trial_resource: shown.oidc_trial_resource, authorization_url: url };
}

/** Returns a sign-in test. @throws Problem 404, also for other sessions' tests */
export async function getSignInTest(tools: SignInTestTools, caller: Caller, id: string): Promise<SignInTest> {
  await requireOidc(tools.stores, caller, 'rw');
  const trial = tools.trials.find(id, tools.now());
  if (trial?.owner !== ownerOf(caller)) throw notFound('The sign-in test');
  return trial.shown;
}

/**
 * Finishes the sign-in test that a callback belongs to.
 * @returns whether the callback belongs to one
 */
export async function finishSignInTest(
  tools: SignInTestTools,
  callback: URLSearchParams,
  browser: string | undefined,
): Promise<boolean> {
  const trial = tools.trials.take(callback.get('state') ?? '', hashOf(browser), tools.now());
  if (!trial) return false;
  const { shown, provider, request } = trial;
  const { stores, relyingParty, sandbox, withoutSlot } = tools;
  const report = await finishSignIn(stores, relyingParty, sandbox, provider, request, callback, {
    withoutSlot,
    always: true,
  });
  shown.steps.push(...report.steps);
  shown.id_token_claims = report.idTokenClaims;
  shown.userinfo_claims = report.userInfoClaims;
  shown.login = report.login;
  shown.user_resource = report.user ? `/users/${report.user.id}` : '';
  shown.succeeded = report.user !== undefined;
  shown.finished = true;
  return true;
}

function hashOf(browser: string | undefined): string | undefined {
  return browser === undefined ? undefined : tokenHash(browser);
}

function ownerOf(caller: Caller): string {
  return caller.sessionHash ?? `user ${caller.userId}`;
}

async function discoveryStep(tools: SignInTestTools, provider: Provider): Promise<SignInStep> {
  const start = performance.now();
  const step = (verdict: SignInStep['verdict'], message: string, more: Partial<SignInStep> = {}) => ({
    name: 'discovery' as const,
    verdict,
    message,
    facts: [],
    milliseconds: Math.round(performance.now() - start),
    ...more,
  });
  if (!provider.metadata_url) return step('skipped', 'No metadata URL is configured.');
  const facts = [{ label: 'metadata URL', value: provider.metadata_url }];
  try {
    const published = await tools.relyingParty.metadata(provider.metadata_url);
    if (published.issuer === provider.issuer)
      return step('passed', 'The published issuer matches the configured one.', {
        facts,
      });
    return step('warning', 'The published issuer differs from the configured one.', {
      facts,
      expected: provider.issuer,
      actual: published.issuer,
      repair: 'Set the issuer to exactly the published value, including slashes.',
    });
  } catch (error) {
    if (!(error instanceof MetadataFailure)) throw error;
    const repair = 'Correct the metadata URL. Sign-in itself uses the configured endpoints.';
    return step('warning', `Couldn't fetch the metadata: ${error.message}.`, { facts, repair });
  }
}

function requestStep(provider: Provider, request: SignInRequest): SignInStep {
  return {
    name: 'authorization_request',
    verdict: 'passed',
    message: 'The browser was redirected to the provider.',
    facts: [
      { label: 'endpoint', value: provider.authorization_endpoint },
      { label: 'client ID', value: provider.client_id },
      { label: 'redirect URI', value: request.redirectUri },
      { label: 'scope', value: provider.scope },
      { label: 'response type', value: 'code, with PKCE S256, state and nonce' },
    ],
    milliseconds: 0,
  };
}

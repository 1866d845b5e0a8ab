import { signInCauses, type OidcLoginError } from '../../../contract/oidc/sign-in-causes.ts';
import type { SignInStep, SignInStepName } from '../../../contract/oidc/sign-in-tests.ts';
import type { MetadataSource, OidcOpRow } from './oidc-ports.ts';
import type { Look } from './watch-state.ts';

/** A provider as needed to sign in, with its decrypted secret. */
export interface Provider extends Omit<
  OidcOpRow,
  'id' | 'logout_method' | 'post_logout_redirect_uri' | 'login_enabled' | 'created_at' | 'updated_at'
> {
  /** Undefined for a draft. */
  id?: number;
  /** The only origin the secret is sent to: that of the token endpoint it was entered for. */
  secret_origin: string;
}

/** What identifies a sign-in when the provider redirects back. */
export interface SignInRequest {
  state: string;
  nonce: string;
  /** Empty if the provider doesn't support PKCE with S256 (RFC 7636). */
  codeVerifier: string;
  redirectUri: string;
}

export type Claims = Readonly<Record<string, unknown>>;

/** The result of a token request. */
export interface Redeemed {
  claims: Claims;
  accessToken: string;
  /** The steps from the callback to the signature, all passed. */
  steps: SignInStep[];
}

/** Calls a provider. */
export interface RelyingParty {
  /** Looks at what a provider publishes and at its certificates. */
  look(provider: OidcOpRow, stopping?: AbortSignal): Promise<Look>;
  /** Sends a token request with a made-up code. @returns how it failed; undefined if it didn't */
  probe(provider: Provider, redirectUri: string, stopping?: AbortSignal): Promise<FailedStep | undefined>;
  metadata: MetadataSource;
  /** Leaves PKCE out only if the current metadata lists methods without S256. */
  newRequest(provider: Provider, redirectUri: string): Promise<SignInRequest>;
  authorizationUrl(provider: Provider, request: SignInRequest): string;
  /** Exchanges the code and verifies the ID token. @throws SignInFailure */
  redeem(provider: Provider, request: SignInRequest, callback: URLSearchParams): Promise<Redeemed>;
  /** The UserInfo claims, which must be about the same subject. @throws SignInFailure */
  userInfo(provider: Provider, redeemed: Redeemed): Promise<Claims>;
}

/** Why a step failed: a sentence, the expected and actual values if any, and how to fix it if that isn't the cause's. */
export interface FailedStep extends Partial<
  Pick<SignInStep, 'expected' | 'actual' | 'repair' | 'provider_response' | 'facts'>
> {
  name: SignInStepName;
  error: OidcLoginError;
  message: string;
}

/** A failed provider sign-in. */
export class SignInFailure extends Error {
  override readonly name = 'SignInFailure';
  /**
   * @param before the previous steps
   * @param unverified claims of a rejected ID token: for display only
   */
  constructor(
    readonly failed: FailedStep,
    readonly before: SignInStep[] = [],
    readonly milliseconds = 0,
    readonly unverified?: Claims,
  ) {
    super(failed.message);
  }

  /** The failed step for the report. */
  get step(): SignInStep {
    const { error, repair = signInCauses[error].repair } = this.failed;
    return { facts: [], ...this.failed, repair, verdict: 'failed', milliseconds: this.milliseconds };
  }
}

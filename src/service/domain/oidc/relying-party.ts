import type { OidcLoginError } from '../../../contract/oidc/oidc-logins.ts';
import type { OidcTrialStep, OidcTrialStepName } from '../../../contract/oidc/oidc-trials.ts';
import type { MetadataSource, OidcOpRow } from './oidc-ports.ts';

/** A provider as a sign-in needs it, its secret in the clear. */
export type Provider = Pick<
  OidcOpRow,
  | 'name'
  | 'issuer'
  | 'client_id'
  | 'client_secret'
  | 'authorization_endpoint'
  | 'token_endpoint'
  | 'userinfo_endpoint'
  | 'jwks_uri'
  | 'scope'
  | 'username_path'
  | 'metadata_url'
  | 'announces_iss'
> & {
  /** The one origin that the secret is sent to: that of the token endpoint that it was entered for. */
  secret_origin: string;
};

/** What one sign-in is recognised by when it comes back. */
export interface SignInRequest {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
}

export type Claims = Readonly<Record<string, unknown>>;

/** What a provider gave for a code. */
export interface Redeemed {
  claims: Claims;
  accessToken: string;
  /** Steps from the callback to the signature, all passed. */
  steps: OidcTrialStep[];
}

/** The calls to a provider. */
export interface RelyingParty {
  metadata: MetadataSource;
  newRequest(redirectUri: string): SignInRequest;
  authorizationUrl(provider: Provider, request: SignInRequest): Promise<string>;
  /** Exchanges the code and checks the ID Token. @throws SignInFailure */
  redeem(provider: Provider, request: SignInRequest, callback: URLSearchParams): Promise<Redeemed>;
  /** Claims of UserInfo, which must be of the same subject. @throws SignInFailure */
  userInfo(provider: Provider, redeemed: Redeemed): Promise<Claims>;
}

/** What went wrong in a step: a sentence, the two values where two were compared, and what to do. */
export interface FailedStep {
  name: OidcTrialStepName;
  error: OidcLoginError;
  message: string;
  expected?: string;
  actual?: string;
  repair?: string;
  facts?: { label: string; value: string }[];
}

/** A sign-in through a provider that does not work. */
export class SignInFailure extends Error {
  override readonly name = 'SignInFailure';
  /**
   * @param before steps that were gone through before it
   * @param unverified claims of an ID Token that was refused: for people to read, and for nothing else
   */
  constructor(
    readonly failed: FailedStep,
    readonly before: OidcTrialStep[] = [],
    readonly milliseconds = 0,
    readonly unverified?: Claims,
  ) {
    super(failed.message);
  }

  /** The failed step as it is reported. */
  get step(): OidcTrialStep {
    return { facts: [], ...this.failed, verdict: 'failed', milliseconds: this.milliseconds };
  }
}

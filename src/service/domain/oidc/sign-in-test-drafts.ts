import type { OidcOpCreate } from '../../../contract/oidc/oidc-ops.ts';
import type { SignInTestDraft } from '../../../contract/oidc/sign-in-tests.ts';
import type { Caller } from '../access/caller.ts';
import { Problem } from '../problem.ts';
import { providerOf, type LoginTools } from './oidc-logins.ts';
import type { FilledValues } from './oidc-metadata.ts';
import { oidcOpPath } from './oidc-op-record.ts';
import { filledForCreate, getOidcOp } from './oidc-ops.ts';
import type { MetadataSource, OidcOpRow } from './oidc-ports.ts';
import type { Provider } from './relying-party.ts';

/**
 * The provider as saving the draft would store it, with its secret.
 * @throws Problem 400 if the draft can't be tested
 */
export async function draftedProvider(
  tools: LoginTools,
  caller: Caller,
  draft: SignInTestDraft,
): Promise<Provider> {
  const { oidc_op_resource: resource, client_secret, name = '', username_path = '', ...others } = draft;
  const values = { name, username_path, ...others };
  const saved = resource === undefined ? undefined : await getOidcOp(tools.stores, caller, idOf(resource));
  const filled = await filledFor(tools.relyingParty.metadata, values, saved);
  const complete = { ...values, ...filled };
  const secret =
    client_secret === undefined
      ? storedSecret(tools, saved, complete)
      : { client_secret, secret_origin: new URL(complete.token_endpoint).origin };
  return { ...complete, ...secret };
}

function idOf(resource: string): number {
  return Number(resource.slice(oidcOpPath(0).length - 1));
}

/** Saving fetches metadata only from a new URL, so an edit that keeps the URL works while the metadata is unavailable. */
async function filledFor(
  metadata: MetadataSource,
  values: Omit<OidcOpCreate, 'client_secret'>,
  saved: OidcOpRow | undefined,
): Promise<FilledValues> {
  if (!saved || values.metadata_url !== saved.metadata_url) return filledForCreate(metadata, values);
  return {
    issuer: values.issuer ?? saved.issuer,
    authorization_endpoint: values.authorization_endpoint ?? saved.authorization_endpoint,
    token_endpoint: values.token_endpoint ?? saved.token_endpoint,
    userinfo_endpoint: values.userinfo_endpoint ?? saved.userinfo_endpoint,
    jwks_uri: values.jwks_uri ?? saved.jwks_uri,
    announces_iss: saved.announces_iss,
  };
}

type Secret = Pick<Provider, 'client_secret' | 'secret_origin'>;

/** The stored secret is sent only to the origin it was entered for: a draft could have another token endpoint. */
function storedSecret(
  { secrets }: LoginTools,
  saved: OidcOpRow | undefined,
  draft: Omit<Provider, keyof Secret>,
): Secret {
  if (!saved) throw new Problem(400, ['client_secret: is required']);
  const { client_secret, secret_origin } = providerOf(saved, secrets);
  const { origin } = new URL(draft.token_endpoint);
  if (origin !== secret_origin)
    throw new Problem(400, [
      `client_secret: is required, because the stored one was entered for ${secret_origin} and isn't sent to ${origin}`,
    ]);
  return { client_secret, secret_origin };
}

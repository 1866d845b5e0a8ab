import { reservedProblem } from '../../../contract/oidc/authorization-endpoint.ts';
import { idInPath } from '../../../contract/path-fields.ts';
import type { SignInTestDraft } from '../../../contract/oidc/sign-in-tests.ts';
import type { Acting, Caller } from '../access/caller.ts';
import { Problem } from '../problem.ts';
import type { LoginTools } from './oidc-logins.ts';
import { filledForCreate, getOidcOp, problemsOfMetadata } from './oidc-ops.ts';
import type { MetadataSource, OidcOpRow } from './oidc-ports.ts';
import type { Provider } from './relying-party.ts';
import { providerOf } from './stored-secret.ts';

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
  const id = resource === undefined ? undefined : idInPath('oidc_ops', resource);
  const saved = id === undefined ? undefined : await getOidcOp({ stores: tools.stores, caller }, id);
  const reserved = problemOfEndpoint(draft.authorization_endpoint, saved);
  if (reserved.length > 0) throw new Problem(400, reserved);
  const filled = await filledForCreate(tools.relyingParty.metadata, values, saved);
  const complete = { ...values, ...filled };
  const secret =
    client_secret === undefined
      ? storedSecret(tools, saved, complete)
      : { client_secret, secret_origin: new URL(complete.token_endpoint).origin };
  return { ...complete, ...secret };
}

/** The saved endpoint can be tested with parameters that a new one can't have. */
function problemOfEndpoint(endpoint = '', saved?: OidcOpRow): string[] {
  const problem = endpoint === saved?.authorization_endpoint ? undefined : reservedProblem(endpoint);
  return problem === undefined ? [] : [`authorization_endpoint: ${problem}`];
}

const secretMissing = 'client_secret: is required';

/**
 * What else keeps an invalid draft from being tested, so that one response reports everything.
 * @param values its valid fields
 */
export async function problemsOfDraft(
  acting: Acting,
  metadata: MetadataSource,
  values: Partial<SignInTestDraft>,
): Promise<readonly string[]> {
  const { oidc_op_resource: resource, client_secret: secret, ...fields } = values;
  const id = resource === undefined ? undefined : idInPath('oidc_ops', resource);
  const problems = await problemsOfMetadata(acting, metadata, id, fields);
  return secret === undefined && id === undefined ? [secretMissing, ...problems] : problems;
}

type Secret = Pick<Provider, 'client_secret' | 'secret_origin'>;

/** The stored secret is sent only to the origin it was entered for: a draft could have another token endpoint. */
function storedSecret(
  { secrets }: LoginTools,
  saved: OidcOpRow | undefined,
  draft: Omit<Provider, keyof Secret>,
): Secret {
  if (!saved) throw new Problem(400, [secretMissing]);
  const { client_secret, secret_origin } = providerOf(saved, secrets);
  const { origin } = new URL(draft.token_endpoint);
  if (origin !== secret_origin)
    throw new Problem(400, [
      `client_secret: is required, because the stored one was entered for ${secret_origin} and isn't sent to ${origin}`,
    ]);
  return { client_secret, secret_origin };
}

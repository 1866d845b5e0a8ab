import { escapeUnseen } from '../../../../contract/isolate.ts';
import { searchText } from '../../../../contract/search.ts';
import type { PublishedMetadata } from '../../../../contract/oidc/metadata.ts';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { wrongCalls } from '../../../../contract/oidc/username-path.ts';
import { usernameRisks } from '../../../../contract/oidc/username-risks.ts';
import { communityFunctions } from './evaluate.ts';
import { labels, type FieldName, type FormValues } from '../../../data/oidc/fields.ts';
import { scopeOfClaim } from '../../../data/oidc/repairs.ts';
import { usesUserInfo, metadataDifferences } from '../../../data/oidc/provenance.ts';
import { msg } from '../../../lib/text.ts';

/** Something worth knowing about the form before saving it. */
export interface Check {
  kind: 'error' | 'warning' | 'info';
  text: string;
  /** The field to look at. */
  field?: FieldName | 'client_secret' | undefined;
}

/** What the checks examine. */
export interface CheckInput {
  values: FormValues;
  /** Whether it's a complete service: what a documented one does with what the API leaves open isn't known. */
  complete: boolean;
  /** The saved values; undefined for a new provider. */
  saved: FormValues | undefined;
  published: PublishedMetadata | undefined;
  /** The gateway's warnings about the discovery document. */
  warnings: readonly string[];
  /** The other providers, with the fields that the service returns. */
  others: readonly Partial<OidcOp>[];
  /** What saving would mean for the stored secret. */
  secretWarning?: string | undefined;
}

/** What each kind means. */
export const kindNames = { error: "Won't work", warning: 'Might not work', info: 'Good to know' } as const;

const error = (field: Check['field'], text: string): Check => ({ kind: 'error', text, field });
const warning = (field: Check['field'], text: string): Check => ({ kind: 'warning', text, field });
const info = (field: Check['field'], text: string): Check => ({ kind: 'info', text, field });

/** Runs every check. */
export function runChecks(input: CheckInput): Check[] {
  return [
    publishedMetadata(input),
    otherWarnings(input),
    urls(input.values),
    keys(input),
    usernameExpression(input),
    userInfo(input),
    scopes(input),
    duplicates(input),
    signOut(input.values),
  ].flatMap((checks) => [...checks]);
}

type Checks = Generator<Check, void>;

function* publishedMetadata({ values, saved, published }: CheckInput): Checks {
  if (!published) return;
  if (values.issuer !== '' && values.issuer !== published.issuer)
    yield error('issuer', "The issuer doesn't match the published one, so every sign-in would be rejected");
  for (const { field } of metadataDifferences(values, saved, published))
    if (field !== 'issuer' && values[field] !== '')
      yield warning(field, `${labels[field]} doesn't match the published one`);
}

function* otherWarnings({ secretWarning, warnings }: CheckInput): Checks {
  if (secretWarning !== undefined) yield warning('client_secret', secretWarning);
  for (const text of warnings) yield warning(undefined, text);
}

function* urls(values: FormValues): Checks {
  if (values.issuer !== values.issuer.trim())
    yield error('issuer', 'The issuer starts or ends with a space, which is significant');
  for (const field of ['issuer', 'client_id'] as const)
    if (escapeUnseen(values[field]) !== values[field])
      yield warning(field, `${labels[field]} contains characters that can't be seen, which are significant`);
  for (const field of ['metadata_url', 'jwks_uri', 'issuer'] as const)
    if (values[field].startsWith('http:'))
      yield warning(
        field,
        `${labels[field]} doesn't use TLS, so anyone on the network can change what it returns`,
      );
}

function* keys({ values, complete, published }: CheckInput): Checks {
  // With a metadata URL, the service looks the keys up in the metadata.
  const isFound = !published || published.jwks_uri;
  if (values.jwks_uri === '' && values.metadata_url === '' && values.issuer !== '')
    yield warning(
      'jwks_uri',
      `Without a JWKS URI and a metadata URL, ${complete ? 'ID tokens signed with HS256 are verified with the client secret; others are trusted because they come from the token endpoint over TLS' : 'the service may be unable to verify ID tokens'}`,
    );
  else if (values.jwks_uri === '') {
    if (!isFound)
      yield error('jwks_uri', "Without a JWKS URI, ID tokens can't be verified, so no one can sign in");
  } else if (values.jwks_uri === values.token_endpoint)
    yield error('jwks_uri', "The JWKS URI is the token endpoint, so ID tokens can't be verified");
}

function* usernameExpression({ values, saved, published }: CheckInput): Checks {
  const { scope, username_path: path } = values;
  const requested = scope.split(/\s+/);
  const missing = new Map<string, string>();
  for (const word of path.match(/[A-Za-z_]\w*/g) ?? []) {
    const required = Object.hasOwn(scopeOfClaim, word) ? scopeOfClaim[word] : undefined;
    if (required !== undefined && !requested.includes(required)) missing.set(required, word);
  }
  for (const [required, claim] of missing)
    yield warning('scope', `Most providers return ${claim} only with the ${required} scope`);
  const wrong = wrongCalls(path);
  for (const { message } of wrong) yield error('username_path', `The username expression ${message}`);
  const community = communityFunctions(path).filter(
    (name) => !wrong.some((call) => call.name === name && !call.known),
  );
  const about = (text: string) => info('username_path', text);
  if (community.length > 0)
    yield about(
      `Only in the community edition of JMESPath, so other services might not support it: ${community.join(', ')}`,
    );
  if (path.trim() === 'sub')
    yield about('At most providers sub is an opaque ID, so logins here have to match it');
  const mayUseUserInfo = usesUserInfo(values, saved, published) !== 'no';
  for (const risk of usernameRisks(path, mayUseUserInfo)) yield warning('username_path', risk);
}

function* userInfo({ values, saved, published }: CheckInput): Checks {
  if (values.username_path === '' || usesUserInfo(values, saved, published) !== 'no') return;
  yield info(
    'userinfo_endpoint',
    'Without a UserInfo endpoint, the ID token must contain the username; many providers put few claims in it',
  );
}

function* scopes({ values, published }: CheckInput): Checks {
  const scope = values.scope.split(/\s+/).filter(Boolean);
  const supported = published?.scopes_supported;
  const unknown = supported ? scope.filter((value) => !supported.includes(value)) : [];
  if (unknown.length > 0)
    yield warning('scope', `Scopes that the provider doesn't list as supported: ${unknown.join(', ')}`);
  if (scope.includes('offline_access'))
    yield info('scope', "offline_access requests a refresh token, which signing in doesn't need");
}

function* duplicates({ values, others }: CheckInput): Checks {
  const name = searchText(values.name.trim());
  if (name !== '' && others.some((op) => searchText(op.name?.trim() ?? '') === name))
    yield warning('name', 'Another provider has this name, so users would see two identical buttons');
  const duplicate = others.find((op) => op.issuer === values.issuer && op.client_id === values.client_id);
  if (duplicate && values.client_id !== '')
    yield info('client_id', msg`${duplicate.name ?? 'Another provider'} has the same issuer and client ID`);
}

function* signOut(values: FormValues): Checks {
  if (values.logout_method === 'none' && values.post_logout_redirect_uri !== '')
    yield info(
      'post_logout_redirect_uri',
      'The sign-out redirect URI has no effect without a sign-out button',
    );
}

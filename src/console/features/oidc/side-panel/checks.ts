import type { PublishedMetadata } from '../../../../contract/oidc/metadata.ts';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { wrongCalls } from '../../../../contract/oidc/username-path.ts';
import { communityFunctions } from '../username/evaluate.ts';
import { labels, type FieldName, type FormValues } from '../editor/fields.ts';
import { asksUserInfo, metadataDifferences } from '../metadata/provenance.ts';
import { isolate } from '../../../lib/text.ts';

/** Something about the form that is worth knowing before it is saved. */
export interface Check {
  kind: 'bad' | 'warning' | 'info';
  text: string;
  /** The field to look at. */
  field?: FieldName;
}

/** What the checks look at. */
export interface CheckInput {
  values: FormValues;
  /** The saved values; undefined for a new configuration. */
  saved: FormValues | undefined;
  published: PublishedMetadata | undefined;
  /** What the gateway found in the published document. */
  warnings: readonly string[];
  /** The other configurations, with as much of them as the service tells. */
  others: readonly Partial<OidcOp>[];
  /** What would become of the stored secret. */
  secretWarning?: string | undefined;
}

/** What will not work, what may not, and what is good to know. */
export function checksOf(input: CheckInput): Check[] {
  return [
    ...againstPublished(input),
    ...storedSecret(input),
    ...input.warnings.map((text): Check => ({ kind: 'warning', text })),
    ...addresses(input.values),
    ...mapping(input.values),
    ...userInfo(input),
    ...scopes(input),
    ...amongOthers(input),
    ...signOut(input.values),
  ];
}

function againstPublished({ values, saved, published }: CheckInput): Check[] {
  if (!published) return [];
  const checks: Check[] = [];
  if (values.issuer !== '' && values.issuer !== published.issuer) {
    checks.push({
      kind: 'bad',
      text: 'The issuer is not the published one: every sign-in would be refused',
      field: 'issuer',
    });
  }
  for (const { field } of metadataDifferences(values, saved, published)) {
    if (field === 'issuer' || values[field] === '') continue;
    checks.push({ kind: 'warning', text: `${labels[field]} differs from the published one`, field });
  }
  return checks;
}

function storedSecret({ secretWarning: text }: CheckInput): Check[] {
  return text === undefined ? [] : [{ kind: 'warning', text, field: 'token_endpoint' }];
}

function addresses(values: FormValues): Check[] {
  const checks: Check[] = [];
  if (values.issuer !== values.issuer.trim()) {
    checks.push({
      kind: 'bad',
      text: 'The issuer begins or ends with a space, which counts',
      field: 'issuer',
    });
  }
  for (const field of ['metadata_url', 'jwks_uri', 'issuer'] as const) {
    if (!values[field].startsWith('http:')) continue;
    checks.push({
      kind: 'warning',
      text: `${labels[field]} is without TLS: whoever is on the way can change what comes from there`,
      field,
    });
  }
  if (values.metadata_url === '' && values.issuer !== '' && values.jwks_uri === '') {
    checks.push({
      kind: 'warning',
      text: 'Without a JWK Set URI or a metadata URL, the service has no keys to verify ID Tokens with',
      field: 'jwks_uri',
    });
  }
  return checks;
}

const scopeOfClaim = new Map([
  ['preferred_username', 'profile'],
  ['nickname', 'profile'],
  ['name', 'profile'],
  ['email', 'email'],
  ['phone_number', 'phone'],
]);

function mapping(values: FormValues): Check[] {
  const scope = values.scope.split(/\s+/);
  const checks: Check[] = [];
  const needed = new Map<string, string>();
  for (const word of values.username_path.match(/[A-Za-z_]\w*/g) ?? []) {
    const wants = scopeOfClaim.get(word);
    if (wants !== undefined && !scope.includes(wants)) needed.set(wants, word);
  }
  for (const [wants, claim] of needed) {
    checks.push({
      kind: 'warning',
      text: `Most providers tell ${claim} only with the scope ${wants}`,
      field: 'scope',
    });
  }
  const wrong = wrongCalls(values.username_path);
  for (const { message } of wrong)
    checks.push({ kind: 'bad', text: `The username expression ${message}`, field: 'username_path' });
  const community = communityFunctions(values.username_path).filter(
    (name) => !wrong.some((call) => call.name === name && !call.known),
  );
  if (community.length > 0) {
    checks.push({
      kind: 'info',
      text: `From the community edition of JMESPath, so that a service with another library may not know it: ${community.join(', ')}`,
      field: 'username_path',
    });
  }
  if (values.username_path.trim() === 'sub') {
    checks.push({
      kind: 'info',
      text: 'sub is an opaque id at most providers: logins here have to be equal to it',
      field: 'username_path',
    });
  }
  if (/\bemail\b/.test(values.username_path)) {
    checks.push({
      kind: 'info',
      text: 'Some providers let users change their email without proof: then a user could sign in as another',
      field: 'username_path',
    });
  }
  return checks;
}

function userInfo({ values, saved, published }: CheckInput): Check[] {
  if (values.username_path === '' || asksUserInfo(values, saved, published) !== 'no') return [];
  return [
    {
      kind: 'info',
      text: 'Without a UserInfo endpoint, the username has to be in the ID Token, where many providers put few claims',
      field: 'userinfo_endpoint',
    },
  ];
}

function scopes({ values, published }: CheckInput): Check[] {
  const scope = values.scope.split(/\s+/).filter(Boolean);
  const checks: Check[] = [];
  const supported = published?.scopes_supported;
  const unknown = supported ? scope.filter((value) => !supported.includes(value)) : [];
  if (unknown.length > 0) {
    checks.push({
      kind: 'warning',
      text: `Not among the scopes that the provider publishes as supported: ${unknown.join(', ')}`,
      field: 'scope',
    });
  }
  if (scope.includes('offline_access')) {
    checks.push({
      kind: 'info',
      text: 'offline_access asks for a refresh token, which the service does not use',
      field: 'scope',
    });
  }
  return checks;
}

function amongOthers({ values, others }: CheckInput): Check[] {
  const checks: Check[] = [];
  const name = values.name.trim().toLowerCase();
  if (name !== '' && others.some((op) => op.name?.trim().toLowerCase() === name)) {
    checks.push({
      kind: 'warning',
      text: 'Another provider has this name: users would see two equal buttons',
      field: 'name',
    });
  }
  const twin = others.find((op) => op.issuer === values.issuer && op.client_id === values.client_id);
  if (twin && values.client_id !== '') {
    checks.push({
      kind: 'info',
      text: `${isolate(twin.name ?? 'Another provider')} has the same issuer and client id`,
      field: 'client_id',
    });
  }
  return checks;
}

function signOut(values: FormValues): Check[] {
  if (values.logout_method !== 'none' || values.post_logout_redirect_uri === '') return [];
  return [
    {
      kind: 'info',
      text: 'The address after sign-out has no effect while there is no sign-out button',
      field: 'post_logout_redirect_uri',
    },
  ];
}

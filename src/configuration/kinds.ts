import { roleTexts } from '../contract/access/roles.ts';
import type { Section } from './format.ts';

/** What a field contains: a list of references is sorted, and `features` are privileges by feature. */
type FieldKind = 'text' | 'flag' | 'group' | 'groups' | 'roles' | 'features';

interface Field {
  /** Its name in the API. */
  api: string;
  kind: FieldKind;
}

const texts = (names: readonly string[]): Record<string, Field> =>
  Object.fromEntries(names.map((name) => [name, { api: name, kind: 'text' }]));

/** What a file and a service both say about a record, in the order of a file. */
export const recordFields: Readonly<Record<Section, Readonly<Record<string, Field>>>> = {
  groups: texts(['name', 'description']),
  roles: {
    ...texts(roleTexts),
    administered_by: { api: 'admin_group', kind: 'group' },
    applies_to: { api: 'group_resources', kind: 'groups' },
    features: { api: 'features', kind: 'features' },
  },
  users: {
    login: { api: 'login', kind: 'text' },
    name: { api: 'display_name', kind: 'text' },
    group: { api: 'group_resource', kind: 'group' },
    roles: { api: 'role_resources', kind: 'roles' },
    suspended: { api: 'suspended', kind: 'flag' },
    password: { api: 'has_password', kind: 'flag' },
  },
  oidc_providers: texts([
    'name',
    'metadata_url',
    'issuer',
    'authorization_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
    'jwks_uri',
    'client_id',
    'client_secret_ends_on',
    'scope',
    'username_path',
    'logout_method',
    'post_logout_redirect_uri',
  ]),
};

/** The field that names a record, which `renamed_from` replaces. */
export const nameFields = { groups: 'name', roles: 'name', users: 'login', oidc_providers: 'name' } as const;

/** The fields that identify a record, and never change but by `renamed_from`. */
export const identityOf = (section: Section): readonly string[] =>
  section === 'roles' ? ['name', 'administered_by'] : [nameFields[section]];

/** The field with a record's secret. */
export const secretFields = { users: 'password', oidc_providers: 'client_secret' } as const;

/** What a record, and a section, is called. */
export const nouns = { groups: 'group', roles: 'role', users: 'user', oidc_providers: 'provider' } as const;
export const titles = {
  groups: 'Groups',
  roles: 'Roles',
  users: 'Users',
  oidc_providers: 'Providers',
} as const;

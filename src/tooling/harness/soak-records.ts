/**
 * A kind of record. A version determines two of its properties, which are stored in one write: if they don't match, the write
 * was stored partially.
 */
export interface Kind {
  list: string;
  key: string;
  path: string;
  base: (name: string) => object;
  valuesOf: (version: number) => object;
  /** NaN if the properties don't match. */
  versionOf: (record: Record<string, unknown>) => number;
}

export const versionIn = (text: unknown) => Number(/^v(\d+)$/.exec(String(text))?.[1] ?? Number.NaN);

/** The kinds that are written. @param roles two roles */
export const kinds = (roles: string[]): Kind[] => [
  {
    list: '/groups',
    key: 'name',
    path: 'group_resource',
    base: (name) => ({ name }),
    valuesOf: (version) => ({ description: `v${version}` }),
    versionOf: ({ description }) => versionIn(description),
  },
  {
    list: '/users',
    key: 'login',
    path: 'user_resource',
    base: (login) => ({ login, group_resource: '/groups/0' }),
    valuesOf: (version) => ({ display_name: `v${version}`, role_resources: [roles[version % 2]] }),
    versionOf: ({ display_name, role_resources }) =>
      String(role_resources) === roles[versionIn(display_name) % 2] ? versionIn(display_name) : Number.NaN,
  },
  {
    list: '/oidc_ops',
    key: 'name',
    path: 'resource',
    base: (name) => ({
      name,
      issuer: 'https://provider.example',
      client_secret: 'a secret of the soak test',
      authorization_endpoint: 'https://provider.example/authorize',
      token_endpoint: 'https://provider.example/token',
      username_path: 'sub',
    }),
    valuesOf: (version) => ({ client_id: `v${version}`, scope: `openid v${version}` }),
    versionOf: ({ client_id, scope }) =>
      scope === `openid ${String(client_id)}` ? versionIn(client_id) : Number.NaN,
  },
];

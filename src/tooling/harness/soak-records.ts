import { isDeepStrictEqual } from 'node:util';
import type { Change } from './soak.ts';

/** A kind of record. Two of its fields, which are stored in one write, have a version; unless that's equal, half was stored. */
export interface Kind {
  list: string;
  key: string;
  path: string;
  base: object;
  /** The fields of a version: `v1`, `v2`, … */
  fields: (version: string) => Record<string, unknown>;
}

/** The kinds that are written. @param roles two roles */
export const kindsOf = (roles: readonly string[]): Kind[] => [
  {
    list: '/groups',
    key: 'name',
    path: 'group_resource',
    base: {},
    fields: (version) => ({ description: version }),
  },
  // Their update is the one write that takes several statements.
  {
    list: '/users',
    key: 'login',
    path: 'user_resource',
    base: { group_resource: '/groups/0' },
    fields: (version) => ({
      display_name: version,
      role_resources: [roles[Number(version.slice(1)) % 2]],
    }),
  },
  {
    list: '/oidc_ops',
    key: 'name',
    path: 'resource',
    base: {
      issuer: 'https://provider.example',
      client_secret: 'a secret of the soak test',
      authorization_endpoint: 'https://provider.example/authorize',
      token_endpoint: 'https://provider.example/token',
      username_path: 'sub',
    },
    fields: (version) => ({ client_id: version, scope: `openid ${version}` }),
  },
];

/** The versions that were written of a record, in order; its deletion is `none`. Only the last may lack a response. */
export interface Written {
  kind: Kind;
  name: string;
  path: string;
  versions: string[];
  isAcknowledged: boolean;
}

export function newRecord(kind: Kind, name: string): Written {
  return { kind, name, path: '', versions: [], isAcknowledged: false };
}

/** Compares what was written of a record with all records of its kind, and with the log of changes. */
export function problemsWith(written: Written, records: Record<string, string>[], log: Change[]): string[] {
  const { kind, name, versions, isAcknowledged } = written;
  const found = records.filter((record) => record[kind.key] === name);
  const [field = ''] = Object.keys(kind.fields('v0'));
  const logged = log
    // The service itself changes watches.
    .filter((change) => change.name === name && !change.resource.endsWith('/watch'))
    .map(({ action, fields }) =>
      action === 'deleted' ? 'none' : String(fields.find((each) => each.name === field)?.after),
    );
  const allowed = [versions, ...(isAcknowledged ? [] : [versions.slice(0, -1)])].map(String);
  const last = logged.at(-1) ?? 'none';
  const expected = last === 'none' ? [] : [{ [kind.key]: name, ...kind.fields(last) }];
  const isRight =
    allowed.includes(String(logged)) && isDeepStrictEqual(found.map(fieldsOf(expected)), expected);
  return isRight ? [] : [`${kind.list} ${name}: ${JSON.stringify({ found, versions, logged })}`];
}

/** Only the fields of a record that the expected one has, in its order. */
const fieldsOf =
  ([expected = {}]: object[]) =>
  (record: object) =>
    Object.fromEntries(Object.keys(expected).map((key) => [key, Reflect.get(record, key)]));

import * as z from 'zod/mini';
import { maxId, mostEntries, requiredText } from './fields.ts';

/** The part of a record's path before its id. */
export type Collection = 'groups' | 'oidc_ops' | 'roles' | 'users';

const ids = String.raw`0|[1-9]\d{0,14}`;
const isId = new RegExp(`^(?:${ids})$`);

/** The id in a record's path, `/<collection>/<id>` (remote services may have longer ids); undefined for anything else. */
export function idInPath(collection: Collection, path: unknown): number | undefined {
  if (typeof path !== 'string') return undefined;
  const id = path.slice(collection.length + 2);
  return path === `/${collection}/${id}` && isId.test(id) ? Number(id) : undefined;
}

/**
 * Matches text that ends with a path, whose id is the first group. A service may write it with a base URL or prefix in
 * front, and with a trailing slash, a query or a fragment.
 */
export function pathPattern(collection: string, id: string): RegExp {
  return new RegExp(`(?:^|/)${collection}/(${id})/?(?:[?#].*)?$`);
}

const patterns: Record<Collection, RegExp> = {
  groups: pathPattern('groups', ids),
  oidc_ops: pathPattern('oidc_ops', ids),
  roles: pathPattern('roles', ids),
  users: pathPattern('users', ids),
};

/** A record's path, `/<collection>/<id>`, in a path as a service may write it; undefined for any other text. */
export function recordPathIn(collection: Collection, text: string): string | undefined {
  const id = patterns[collection].exec(text.trim())?.[1];
  return id === undefined ? undefined : `/${collection}/${id}`;
}

/** The last part of a path, which identifies the record; empty if there's none. */
export function lastPart(path: string): string {
  return /([^/]+)\/?$/.exec(path.replace(/[?#].*$/, ''))?.[1] ?? '';
}

/** Whether a text is a record's path, with an id that `idParam` accepts. */
export function isPathOf(collection: Collection, text: string): boolean {
  return (idInPath(collection, text) ?? maxId + 1) <= maxId;
}

/** A record's path, `/<collection>/<id>`, with an id that `idParam` accepts. */
export function pathField(collection: Collection) {
  return requiredText.check(
    z.refine((path) => isPathOf(collection, path), `must be a path /${collection}/<id>`),
  );
}

/** Record paths; duplicates are removed. */
export function pathsField(collection: Collection, most: number) {
  return z.pipe(
    z.array(pathField(collection), 'must be an array').check(mostEntries(most)),
    z.transform((paths) => [...new Set(paths)]),
  );
}

import * as z from 'zod/mini';
import { maxId, requiredText } from './fields.ts';

type Collection = 'groups' | 'oidc_ops' | 'roles' | 'users';

/** The id in a record's path, `/<collection>/<id>` (remote services may have longer ids); undefined for any other path. */
export function idInPath(collection: Collection, path: string): number | undefined {
  const id = path.slice(collection.length + 2);
  return path === `/${collection}/${id}` && /^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : undefined;
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
    z
      .array(pathField(collection), 'must be an array')
      .check(z.maxLength(most, `must have at most ${most} entries`)),
    z.transform((paths) => [...new Set(paths)]),
  );
}

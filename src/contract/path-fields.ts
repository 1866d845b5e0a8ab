import * as z from 'zod/mini';
import { idMost } from './fields.ts';

type Collection = 'groups' | 'oidc_ops' | 'roles' | 'users';

/** The id in the path of a record, `/<collection>/<id>`, of ours or of a service with longer ids; undefined for no such path. */
export function idInPath(collection: Collection, path: string): number | undefined {
  const id = path.slice(collection.length + 2);
  return path === `/${collection}/${id}` && /^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : undefined;
}

/** Whether a text is the path of a record, with an id that `idParam` takes too. */
export function isPathOf(collection: Collection, text: string): boolean {
  return (idInPath(collection, text) ?? idMost + 1) <= idMost;
}

/** The path of a record, `/<collection>/<id>`, with an id that `idParam` takes too. */
export function pathField(collection: Collection) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .check(z.refine((path) => isPathOf(collection, path), `must be a path /${collection}/<id>`));
}

/** Paths of records; naming one twice is the same as naming it once. */
export function pathsField(collection: Collection, most: number) {
  return z.pipe(
    z
      .array(pathField(collection), 'must be an array')
      .check(z.maxLength(most, `must have at most ${most} entries`)),
    z.transform((paths) => [...new Set(paths)]),
  );
}

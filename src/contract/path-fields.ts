import * as z from 'zod/mini';
import { isId } from './fields.ts';

type Collection = 'groups' | 'oidc_ops' | 'roles' | 'users';

/** Whether a text is the path of a record, `/<collection>/<id>`. */
export function isPathOf(collection: Collection, text: string): boolean {
  const prefix = `/${collection}/`;
  return text.startsWith(prefix) && isId(text.slice(prefix.length));
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

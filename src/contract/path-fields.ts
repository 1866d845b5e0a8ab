import * as z from 'zod/mini';

type Collection = 'groups' | 'roles' | 'users';

/** The path of a record, `/<collection>/<id>`, with an id that `idParam` takes too. */
export function pathField(collection: Collection) {
  const pattern = new RegExp(`^/${collection}/\\d{1,10}$`);
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .check(
      z.refine(
        (path) => pattern.test(path) && Number(path.split('/').at(-1)) <= 2_147_483_647,
        `must be a path /${collection}/<id>`,
      ),
    );
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

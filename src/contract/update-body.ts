import * as z from 'zod/mini';

/** The body of an update: every property is optional. It has no defaults: an omitted property keeps its value. */
export function updateBody<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject({ data: z.partial(z.strictObject(shape)) });
}

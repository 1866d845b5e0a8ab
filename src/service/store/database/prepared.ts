import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * Compiles a frequent statement only once, instead of for each execution.
 * @param build called once, with values that it must only insert into the statement
 */
export function prepared<Values extends readonly unknown[], Row>(
  build: (...values: Values) => RawBuilder<Row>,
): (db: Kysely<Tables>, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  /** The values to insert for the statement's parameters: an index, or undefined for a constant. */
  let order: (number | undefined)[] = [];
  return async (db, ...values) => {
    if (!compiled) {
      const places: unknown[] = values.map((_, index) => ({ index }));
      // The statement's parameters are these objects, wherever a value is inserted.
      compiled = build(...(places as unknown as Values)).compile(db);
      order = compiled.parameters.map((place) =>
        places.includes(place) ? places.indexOf(place) : undefined,
      );
    }
    const constants = compiled.parameters;
    const parameters = order.map((index, at) => (index === undefined ? constants[at] : values[index]));
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

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
      compiled = withoutRepeats(build(...(places as unknown as Values)).compile(db), places);
      order = compiled.parameters.map((place) =>
        places.includes(place) ? places.indexOf(place) : undefined,
      );
    }
    const constants = compiled.parameters;
    const parameters = order.map((index, at) => (index === undefined ? constants[at] : values[index]));
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

/** The statement with one parameter for each of these values, however often it's inserted. */
function withoutRepeats<Row>(
  { sql, parameters, ...rest }: CompiledQuery<Row>,
  values: readonly unknown[],
): CompiledQuery<Row> {
  const kept: unknown[] = [];
  const numbers = parameters.map((value) => {
    const known = values.includes(value) ? kept.indexOf(value) : -1;
    return known === -1 ? kept.push(value) : known + 1;
  });
  const renumbered = sql.replaceAll(/\$(\d+)/g, (_, number) => `$${numbers[Number(number) - 1]}`);
  return { ...rest, sql: renumbered, parameters: kept };
}

import type { Endpoint } from '../../contract/endpoint.ts';
import { isStatus } from './errors.ts';

/** The query of a call; undefined values are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Whether the service takes a parameter of an endpoint; unknown until a response shows it. */
const taken = new WeakMap<Endpoint, Map<string, boolean>>();

/** What matters least first: without `start` there's no second page. Values that people type are before all of these. */
const byNeed = ['below', 'fields', 'limit', 'start'];

/**
 * Sends a read, without the query parameters that the service rejects. The document has no parameters: a service that
 * is strict about those it doesn't know answers 400. They are then left out one after another, and for as long as this
 * tab lives. A parameter that was accepted before is never left out: then the 400 is about something else.
 * @param send sends the read with a query
 * @throws what `send` throws where leaving parameters out doesn't help
 */
export async function withTakenParameters<Asked extends Query, Result>(
  endpoint: Endpoint,
  query: Asked,
  send: (query: Partial<Asked>) => Promise<Result>,
): Promise<Result> {
  if (endpoint.method !== 'GET') return send(query);
  const known = taken.get(endpoint) ?? new Map<string, boolean>();
  taken.set(endpoint, known);
  const isRejected = (name: string) => known.get(name) === false || known.get(keyOf(name, query)) === false;
  let left = Object.keys(query).filter((name) => query[name] !== undefined && !isRejected(name));
  const doubtful = left
    .filter((name) => !known.has(keyOf(name, query)))
    .toSorted((one, other) => byNeed.indexOf(one) - byNeed.indexOf(other));
  const dropped: string[] = [];
  for (;;) {
    try {
      // Some of the names that were asked for, each with its own value.
      const result = await send(
        Object.fromEntries(left.map((name) => [name, query[name]])) as Partial<Asked>,
      );
      for (const name of left) known.set(keyOf(name, query), true);
      // A service that rejects names that can't have a bad value is strict about the others too.
      const strict = dropped.some((name) => keyOf(name, query) === name);
      for (const name of dropped) known.set(strict ? name : keyOf(name, query), false);
      return result;
    } catch (error) {
      const least = doubtful.shift();
      if (least === undefined || !isStatus(error, 400)) throw error;
      dropped.push(least);
      left = left.filter((name) => name !== least);
    }
  }
}

/** What a 400 may be about: the name, or of a value that the service may find too large or misformed, that value. */
function keyOf(name: string, query: Query): string {
  return name !== 'limit' && byNeed.includes(name) ? name : `${name}=${query[name]}`;
}

import type { Endpoint } from '../../../contract/endpoint.ts';
import { isInvalid } from '../../api/errors.ts';

/** A call's query; undefined values are omitted. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Whether the service accepts an endpoint's parameters; unknown until a response shows it. */
const accepted = new WeakMap<Endpoint, Map<string, boolean>>();

/** The least important first: without `start` there's no second page. Users' search terms come before all of these. */
const byImportance = ['below', 'fields', 'limit', 'start'];

/**
 * Sends a read without the query parameters that the service rejects. They're extensions, and a service that is strict
 * about unknown parameters responds 400 or 422. They're then dropped one by one, for the tab's lifetime. A parameter that was
 * accepted before is never dropped: then the status has another cause. The gateway's own parameters aren't extensions.
 * @param send sends the read with a query
 * @throws what `send` throws if dropping parameters doesn't help
 */
export async function withAcceptedParameters<Requested extends Query, Result>(
  endpoint: Endpoint,
  query: Requested,
  send: (query: Partial<Requested>) => Promise<Result>,
): Promise<Result> {
  if (endpoint.method !== 'GET' || endpoint.path.startsWith('/-/')) return send(query);
  const known = accepted.get(endpoint) ?? new Map<string, boolean>();
  accepted.set(endpoint, known);
  const isRejected = (name: string) => known.get(name) === false || known.get(keyOf(name, query)) === false;
  let left = Object.keys(query).filter((name) => query[name] !== undefined && !isRejected(name));
  const doubtful = left
    .filter((name) => !known.has(keyOf(name, query)))
    .toSorted((one, other) => byImportance.indexOf(one) - byImportance.indexOf(other));
  const dropped: string[] = [];
  for (;;) {
    try {
      // A subset of the requested parameters, each with its own value.
      const result = await send(
        Object.fromEntries(left.map((name) => [name, query[name]])) as Partial<Requested>,
      );
      for (const name of left) known.set(keyOf(name, query), true);
      // A service that rejects names that can't have a bad value is strict about the others too.
      const strict = dropped.some((name) => keyOf(name, query) === name);
      for (const name of dropped) known.set(strict ? name : keyOf(name, query), false);
      return result;
    } catch (error) {
      const least = doubtful.shift();
      if (least === undefined || !isInvalid(error)) throw error;
      dropped.push(least);
      left = left.filter((name) => name !== least);
    }
  }
}

/** What a rejection may be about: the parameter, or its value if that may be too large or malformed. */
function keyOf(name: string, query: Query): string {
  return name !== 'limit' && byImportance.includes(name) ? name : `${name}=${query[name]}`;
}

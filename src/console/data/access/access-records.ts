import { queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { lastPart } from '../../../contract/path-fields.ts';
import type { CallInput } from '../../../client/request.ts';
import { isStatus } from '../../../client/errors.ts';
import { msg } from '../../lib/text.ts';
import { forgetAccess } from '../places/places.ts';
import { call } from '../../api/exchange.ts';
import { hideInLists, showInLists, wholeLists, type RecordList } from '../service/record-pages.ts';
import { refresh } from '../refresh.ts';
import { creationJob, jobFor, planWrite, type PlannedWrite } from '../write.ts';

/** What distinguishes users from roles when they're read and written. */
interface AccessKind<Item, Create> {
  noun: 'user' | 'role';
  /** The field with the name. */
  name: keyof Item & keyof Create;
  endpoints: Record<'create' | 'read' | 'update' | 'remove', Endpoint>;
  /** Fills in what a service omits. */
  complete(record: object, path: string): Item;
  /** The records that match a text. */
  list(search: string): RecordList<Item>;
}

/** How users, or roles, are read and written. */
export type AccessRecords<Item extends object> = ReturnType<typeof accessRecords<Item, never, never>>;

/** The reads and writes of users, or of roles, which are identified by their paths. */
export function accessRecords<Item extends object, Create extends object, Update extends object>(
  kind: AccessKind<Item, Create>,
) {
  const { noun, name, endpoints, complete, list } = kind;
  const every = list('');
  // Each of the endpoints takes the ID, and this body or none.
  const inputFor = (path: string, data?: Create | Update) =>
    ({ params: { id: lastPart(path) }, body: data && { data } }) as CallInput<Endpoint>;
  const pathOf = (item: Item) => every.keyOf(item);
  const nameOf = (item: Item | Create) => String(item[name]);
  /** Reads a record, bypassing the cache. */
  const read = async (path: string, signal?: AbortSignal) => {
    const { body } = await call(endpoints.read, { ...inputFor(path), signal });
    return complete(Object(body), path);
  };
  return {
    noun,
    pathOf,
    nameOf,
    read,
    /** One record. */
    query: (path: string) =>
      queryOptions({
        queryKey: [`${noun}s`, 'record', path],
        queryFn: ({ signal }) => read(path, signal),
      }),
    /**
     * Refetches what a write to a record may have changed. Lists of all records show it as it's read now, and aren't refetched.
     * @param path unknown if a job creates it
     */
    refresh: async (path: string | undefined): Promise<void> => {
      if (path === undefined || wholeLists(every).length === 0) return refresh(noun);
      try {
        const record = await read(path).catch((error: unknown) => {
          if (isStatus(error, 404)) return undefined;
          throw error;
        });
        await refresh(noun, showInLists(every, path, record));
      } catch {
        await refresh(noun);
      }
    },
    /** Removes deleted records from the lists, before they're refetched, and from the user's recent records. */
    hide: (paths: readonly string[]): void => {
      hideInLists(every, paths);
      forgetAccess(paths);
    },
    create: (data: Create): PlannedWrite<Item> =>
      planWrite(
        endpoints.create,
        inputFor('', data),
        msg`${nameOf(data)} may have been created.`,
        creationJob(noun, msg`${noun} ${nameOf(data)}`),
      ),
    /** Changes a record; only what is in `data` is sent. @param what it's about, if not about the record as a whole */
    update: (path: string, called: string, data: Update, what = called): PlannedWrite<Item> =>
      planWrite(
        endpoints.update,
        inputFor(path, data),
        msg`${what} may have been saved.`,
        jobFor(noun, 'changing', msg`${noun} ${called}`, path),
      ),
    /** Deletes a record, and takes a role away from its users. */
    remove: (path: string, called: string) =>
      planWrite(
        endpoints.remove,
        inputFor(path),
        msg`${called} may have been deleted.`,
        jobFor(noun, 'deleting', msg`${noun} ${called}`, path),
      ).send(),
  };
}

import { isNotFound, isRedirect } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { ApiError } from '../../client/errors.ts';
import { loadRecord, requireOffered } from './-load-record.ts';
import { queryClient } from '../query-client.ts';

/** Loads a provider. @param record and list the status of each response @returns where it leads */
async function load(record: number, list: number): Promise<unknown> {
  queryClient.clear();
  const query = (key: string, status: number) => ({
    queryKey: [key],
    queryFn: async () => {
      if (status === 200) return key;
      throw new ApiError(key === 'list' && [404, 405].includes(status) ? 'not-offered' : 'problem', status, [
        `${key}: ${status}`,
      ]);
    },
  });
  const check = () => requireOffered(query('list', list));
  return loadRecord(query('record', record), check).catch((error: unknown) =>
    isNotFound(error) ? 'not found' : isRedirect(error) ? error.options : String(error),
  );
}

it.each([
  ['is loaded', 200, 404, 'record'],
  ['is missing, and forgotten, if others exist', 404, 200, 'not found'],
  ['leads to the list if the service offers none', 404, 404, { to: '/oidc', replace: true }],
  ['leads to the list if the service has no such method', 404, 405, { to: '/oidc', replace: true }],
  ['is missing if the list fails for another reason', 404, 500, 'not found'],
  ['fails with any other error', 403, 404, 'ApiError: record: 403'],
])('a record %s', async (_, record, list, expected) => {
  expect({ result: await load(record, list) }).toMatchObject({ result: expected });
});

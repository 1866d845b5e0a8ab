import { describe, expect, it } from 'vitest';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { ApiError } from '../../api/errors.ts';
import { withAcceptedParameters, type Query } from './query-parameters.ts';

/** A service with its own idea of which parameters there are; remembers the requests. */
function service(refuses: (query: Query) => boolean, status = 400, path = '/groups') {
  // What is known of a service is kept per endpoint: every service here has its own.
  const endpoint = { ...groupsEndpoints.listGroups, path };
  const requests: string[] = [];
  const read = (query: Query) =>
    withAcceptedParameters(endpoint, query, async (sent) => {
      requests.push(Object.keys(sent).join(' '));
      if (refuses(sent)) throw new ApiError('problem', status, ['not like this']);
      return Object.keys(sent).length;
    });
  return { requests, read };
}

const page = { start: 0, limit: 1000, fields: 'name' };

describe('query parameters', () => {
  it('are all sent to a service that accepts or ignores them', async () => {
    const { requests, read } = service(() => false);
    await read({ ...page, search: undefined });
    expect(requests).toEqual(['start limit fields']);
  });

  it.each([400, 422])('are dropped from then on if the service rejects them with %d', async (status) => {
    const { requests, read } = service((query) => Object.keys(query).length > 0, status);
    await read(page);
    await read({ ...page, start: 1000 });
    await read({ ...page, limit: 5 });
    expect(requests).toEqual(['start limit fields', 'start limit', 'start', '', '', '']);
  });

  it('are dropped in order of importance, start last', async () => {
    const { requests, read } = service((query) => 'fields' in query || Number(query['limit']) > 100);
    await read(page);
    await read({ ...page, start: 100 });
    expect(requests).toEqual(['start limit fields', 'start limit', 'start', 'start']);
  });

  it('are kept if they were accepted before', async () => {
    let over = false;
    const { requests, read } = service(() => over);
    await read(page);
    over = true;
    await expect(read({ ...page, start: 1000 })).rejects.toThrow('not like this');
    expect(requests).toHaveLength(2);
  });

  it('are sent again with another search term, unless the service is strict about all of them', async () => {
    const tolerant = service(({ search }) => String(search).includes('!'));
    await tolerant.read({ ...page, search: 'Acme!' });
    await tolerant.read({ ...page, search: 'Acme' });
    expect(tolerant.requests).toEqual([
      'start limit fields search',
      'start limit fields',
      'start limit fields search',
    ]);
    const strict = service((query) => Object.keys(query).length > 0);
    await strict.read({ ...page, search: 'Acme' });
    await strict.read({ ...page, search: 'Other' });
    expect(strict.requests.slice(-2)).toEqual(['', '']);
  });

  it("are kept if dropping them doesn't help, the status says something else, or they're the gateway's", async () => {
    const closed = service(() => true);
    await expect(closed.read(page)).rejects.toThrow('not like this');
    await expect(closed.read(page)).rejects.toThrow('not like this');
    expect(closed.requests[4]).toBe('start limit fields');
    const forbidden = service(() => true, 403);
    await expect(forbidden.read(page)).rejects.toThrow('not like this');
    expect(forbidden.requests).toHaveLength(1);
    const gateway = service(() => true, 400, '/-/oidc-metadata');
    await expect(gateway.read({ url: 'example.com' })).rejects.toThrow('not like this');
    expect(gateway.requests).toEqual(['url']);
  });
});

import { afterEach, expect, it, onTestFinished } from 'vitest';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { respondBy } from '../../../testing/setups/respond.ts';
import { rejected, sessionExpired, call } from '../../api/exchange.ts';
import { serviceKind } from '../../api/kind.ts';
import { currentUser, stillSignedIn } from './queries.ts';

/**
 * A service with a session.
 * @param without the status without a session
 * @returns a function that ends it
 */
function service(without: number): () => void {
  let signedIn = true;
  respondBy((address) => {
    if (!signedIn) return Response.json({ detail: ['who are you?'] }, { status: without });
    if (address === '/api/authentication') return Response.json({ login: 'pat' });
    return Response.json({ detail: ['not this one'] }, { status: 403 });
  });
  return () => void (signedIn = false);
}

afterEach(() => serviceKind.set(undefined));

const readGroups = () => call(groupsEndpoints.listGroups).catch(() => undefined);

it.each([400, 403])(
  'treats %i as signed out without credentials, and otherwise as an error',
  async (status) => {
    const expire = service(status);
    const events: string[] = [];
    onTestFinished(rejected.subscribe(() => events.push('rejected')));
    onTestFinished(sessionExpired.subscribe(() => events.push('expired')));
    await currentUser();
    await readGroups();
    expect(await stillSignedIn()).toMatchObject({ login: 'pat' });
    expire();
    await readGroups();
    expect(await stillSignedIn()).toBeUndefined();
    expect(events).toEqual(['rejected', 'rejected']);
  },
);

it.each([408, 429])('treats no %i as signed out', async (status) => {
  const expire = service(status);
  await currentUser();
  expire();
  await expect(stillSignedIn()).rejects.toThrow('who are you?');
});

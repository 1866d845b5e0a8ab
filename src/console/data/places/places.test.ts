import { describe, expect, it } from 'vitest';
import { parsePlaces, recordAt, withFavorite, without, withVisit } from './places.ts';

const place = (id: number, name = `Group ${id}`) => ({ address: `/groups/${id}`, name });
const none = { recent: [], favorites: [] };

describe('places', () => {
  it('lists the latest visit first, each record once, up to a limit', () => {
    let places = none as Parameters<typeof withVisit>[0];
    for (const id of [1, 2, 1]) places = withVisit(places, place(id));
    expect(places.recent).toEqual([place(1), place(2)]);
    for (let id = 3; id < 40; id += 1) places = withVisit(places, place(id));
    expect(places.recent).toHaveLength(12);
    expect(places.recent[0]).toEqual(place(39));
  });

  it('takes a new name from a visit', () => {
    const places = withFavorite(withVisit(none, place(1)), place(1), true);
    const renamed = place(1, 'Renamed');
    expect(withVisit(places, renamed)).toEqual({ recent: [renamed], favorites: [renamed] });
  });

  it('adds favorites at the end, and removes them', () => {
    const two = withFavorite(withFavorite(none, place(1), true), place(2), true);
    expect(two.favorites).toEqual([place(1), place(2)]);
    expect(withFavorite(two, place(1), false).favorites).toEqual([place(2)]);
  });

  it('forgets a record that no longer exists', () => {
    const places = withFavorite(withVisit(none, place(1)), place(1), true);
    expect(without(places, ['/groups/1'])).toEqual(none);
    expect(without(places, ['/groups/10'])).toEqual(places);
  });

  it.each([null, 'text', { recent: 'text' }, { recent: [null, { address: 7, name: 'x' }] }])(
    "ignores what it can't read: %j",
    (stored) => {
      expect(parsePlaces(stored)).toEqual(none);
    },
  );

  it('only reads addresses of records, because they become links', () => {
    const stored = { recent: [place(1), { address: 'https://example.com/groups/1', name: 'x' }] };
    expect(parsePlaces(stored).recent).toEqual([place(1)]);
    expect(recordAt('/access/users/7')).toEqual({ kind: 'user', id: 7 });
    expect(recordAt('/access/users')).toBeUndefined();
  });
});

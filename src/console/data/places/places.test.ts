import { describe, expect, it } from 'vitest';
import { parsePlaces, recordAt, without, withVisit } from './places.ts';

const place = (id: number, name = `Group ${id}`) => ({ address: `/groups/${id}`, name });
const none: ReturnType<typeof parsePlaces> = [];

describe('places', () => {
  it('lists the latest visit first, each record once, up to a limit', () => {
    let places = none;
    for (const id of [1, 2, 1]) places = withVisit(places, place(id));
    expect(places).toEqual([place(1), place(2)]);
    for (let id = 3; id < 40; id += 1) places = withVisit(places, place(id));
    expect(places).toHaveLength(12);
    expect(places[0]).toEqual(place(39));
  });

  it('takes a new name from a visit', () => {
    const renamed = place(1, 'Renamed');
    expect(withVisit(withVisit(none, place(1)), renamed)).toEqual([renamed]);
  });

  it('forgets a record that no longer exists', () => {
    const places = withVisit(none, place(1));
    expect(without(places, ['/groups/1'])).toEqual(none);
    expect(without(places, ['/groups/10'])).toEqual(places);
  });

  it.each([null, 'text', { recent: 7 }, [null, { address: 7, name: 'x' }]])(
    "ignores what it can't read: %j",
    (stored) => {
      expect(parsePlaces(stored)).toEqual(none);
    },
  );

  it('only reads addresses of records, because they become links', () => {
    const stored = [place(1), { address: 'https://example.com/groups/1', name: 'x' }];
    expect(parsePlaces(stored)).toEqual([place(1)]);
    expect(parsePlaces({ recent: stored, favorites: [] })).toEqual([place(1)]);
    expect(recordAt('/access/users/7')).toEqual({ kind: 'user', id: 7 });
    expect(recordAt('/access/users')).toBeUndefined();
  });
});

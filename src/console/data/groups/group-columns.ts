import { groupIdOf, type PartialGroup } from '../../../contract/groups/groups.ts';

/** No group, in a column of ids or positions. */
export const none = -1;

/**
 * Groups in columns, in the order in which they arrive: a group has the same position in all of them. A million groups as
 * objects would take several times the time and memory.
 */
export class GroupColumns {
  readonly ids: number[] = [];
  readonly names: string[] = [];
  readonly descriptions: string[] = [];
  readonly parentIds: number[] = [];
  /** Positions of parents; `none` as well for one that had not arrived before the group. */
  readonly parents: number[] = [];
  /** Positions by id. */
  readonly places = new Map<number, number>();
  /** Siblings often follow one another. */
  private parent = { path: '', id: none, place: none };

  /** The number of different groups added. */
  get size(): number {
    return this.ids.length;
  }

  /** Adds a group, or replaces it. @returns false if its path isn't understood */
  add(record: PartialGroup): boolean {
    const id = groupIdOf(record.group_resource ?? '');
    if (id === undefined) return false;
    const parentPath = record.parent_resource ?? '';
    if (parentPath !== this.parent.path) {
      const parentId = groupIdOf(parentPath) ?? none;
      this.parent = { path: parentPath, id: parentId, place: this.places.get(parentId) ?? none };
    }
    this.put(id, record.name ?? '', record.description ?? '', this.parent);
    return true;
  }

  /** Adds a group, or replaces it. @param parent its ID, and its position if that's known */
  put(id: number, name: string, description: string, parent: { id: number; place: number }): void {
    const at = this.places.get(id) ?? this.ids.length;
    if (at === this.ids.length) this.places.set(id, at);
    this.ids[at] = id;
    this.names[at] = name;
    this.descriptions[at] = description;
    this.parentIds[at] = parent.id;
    this.parents[at] = parent.place;
  }
}

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
  /** The paths of records that aren't groups as we know them. */
  private readonly others = new Set<string>();
  /** Siblings often follow one another. */
  private parent = { path: '', id: none, place: none };

  /** The number of different records added. */
  get size(): number {
    return this.ids.length + this.others.size;
  }

  /** Adds a group, or replaces it. Records without `group_resource` are ignored. */
  add(record: PartialGroup): void {
    const path = record.group_resource ?? '';
    const id = groupIdOf(path);
    if (id === undefined) {
      if (path !== '') this.others.add(path);
      return;
    }
    const at = this.places.get(id) ?? this.ids.length;
    if (at === this.ids.length) this.places.set(id, at);
    this.ids[at] = id;
    this.names[at] = record.name ?? '';
    this.descriptions[at] = record.description ?? '';
    const parentPath = record.parent_resource ?? '';
    if (parentPath !== this.parent.path) {
      const parentId = groupIdOf(parentPath) ?? none;
      this.parent = { path: parentPath, id: parentId, place: this.places.get(parentId) ?? none };
    }
    this.parentIds[at] = this.parent.id;
    this.parents[at] = this.parent.place;
  }
}

/**
 * Direct subgroups in list order. With only the index of sibling names, all of them would have to be read
 * and sorted for every page.
 */
export const statements = [`create index groups_children on groups (parent_id, id)`];

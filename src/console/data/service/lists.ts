import { createLists } from '../../../client/lists.ts';
import { call } from './call.ts';
import { isDocumented } from './kind.ts';

/** Whole lists of the connected service. */
export const { loadAll, loadList } = createLists(call, isDocumented);

import { findPlace, know, namesOf } from '../../../configuration/known.ts';
import type { Current } from '../../../configuration/service.ts';
import type { Step } from '../../../configuration/steps.ts';
import { recordAddress } from '../../data/activity/record-kinds.ts';

/** The pages of the steps' records that a service has. */
export function pagesOf(steps: readonly Step[], current: Current): Map<Step, string> {
  const known = know(current);
  return new Map(
    steps.flatMap((step) => {
      const { section, key, place, action } = step;
      const found = place
        ? findPlace(known.top, namesOf(place))?.path
        : section !== 'groups' && known.records[section]?.get(key)?.path;
      const path = action === 'update' ? step.path : found;
      const page = path ? recordAddress(path) : undefined;
      return page === undefined ? [] : [[step, page] as const];
    }),
  );
}

import { find, know } from '../../../configuration/known.ts';
import type { Current } from '../../../configuration/service.ts';
import type { Step } from '../../../configuration/steps.ts';
import { recordAddress } from '../../data/activity/record-kinds.ts';

/** The pages of the steps' records that a service has. */
export function pagesOf(steps: readonly Step[], current: Current): Map<Step, string> {
  const known = know(current);
  return new Map(
    steps.flatMap((step) => {
      const path = step.action === 'update' ? step.path : find(known, step.section, step.key)?.path;
      const page = path ? recordAddress(path) : undefined;
      return page === undefined ? [] : [[step, page] as const];
    }),
  );
}

import type { GroupImportLine } from '../../contract/group-imports.ts';
import { planImport, withIds } from '../domain/group-import.ts';
import { Problem } from '../domain/problem.ts';
import { callerOf } from '../domain/sessions.ts';
import type { Claim } from './claim.ts';

const insertSize = 2_000;
const number = new Intl.NumberFormat('en');

/**
 * Imports groups, all or none. The lines are checked in small pieces first; then all groups come into being in one
 * transaction together with the end of the job. Where a name was taken in between, the whole is tried again and says so.
 */
export async function importGroups(claim: Claim): Promise<void> {
  const { groups: lines } = claim.job.payload as { groups: GroupImportLine[] };
  const caller = await callerOf(claim.stores, claim.job.user_id);
  if (!caller) throw new Problem(401, ['the user who asked for this is gone']);
  const total = number.format(lines.length);
  const plan = await planImport(claim.stores, caller, lines, (checked) =>
    claim.tell(`Checked ${number.format(checked)} of ${total} lines`),
  );
  await claim.say(`Creating ${total} groups`);
  await claim.step(async (stores) => {
    if (!(await stores.groupBatches.holdPaths(plan.parents))) {
      throw new Problem(409, ['a parent group is being deleted']);
    }
    const groups = withIds(plan, await stores.groupBatches.reserveIds(plan.groups.length));
    for (let start = 0; start < groups.length; start += insertSize) {
      await stores.groupBatches.insert(groups.slice(start, start + insertSize));
    }
    await claim.finish(stores, `Created ${total} ${lines.length === 1 ? 'group' : 'groups'}`);
  });
}

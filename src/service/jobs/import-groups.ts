import { groupPath } from '../../contract/groups/groups.ts';
import type { GroupImportLine } from '../../contract/groups/group-imports.ts';
import { reachOf, type Acting } from '../domain/access/caller.ts';
import { recordGroup } from '../domain/activity/record-changes.ts';
import { commonGroup, importGroupsKind, planImport } from '../domain/groups/group-import.ts';
import { changeGroups } from '../domain/groups/groups.ts';
import { findDeleted, restoreRoles } from '../domain/groups/recreation.ts';
import { enqueueJob } from '../domain/jobs.ts';
import type { JobRow, NewGroup } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';
import { chunksOf } from '../domain/yielding.ts';
import { callerOfJob, type Claim } from './claim.ts';

const number = new Intl.NumberFormat('en');
/** More are recorded together: everyone who writes waits for the log. */
const mostEntries = 1_000;

/** Queues an import; in a transaction. @throws Problem 429 */
export async function enqueueImport(acting: Acting, lines: readonly GroupImportLine[]): Promise<JobRow> {
  const waiting = `Queued: import ${counted(lines)}`;
  const job = await enqueueJob(acting, importGroupsKind, {}, waiting);
  let position = 0;
  for await (const part of chunksOf(lines)) {
    await acting.stores.jobs.addPart(job.id, position, part);
    position += 1;
  }
  return job;
}

/**
 * Imports groups, all or none. First checks the lines in chunks; then creates all groups in one
 * transaction that also finishes the job. If a name is taken before that, the import is retried and reports it.
 */
export async function importGroups(claim: Claim): Promise<void> {
  const { changeIds } = claim.job.payload as { changeIds?: number[] };
  const deleted = changeIds && (await findDeleted(claim.stores, changeIds));
  const lines = deleted?.lines ?? (await linesOf(claim));
  const caller = await callerOfJob(claim.stores, claim.job);
  const total = number.format(lines.length);
  const plan = await planImport({ stores: claim.stores, caller }, lines, (checked) =>
    claim.reportThrottled(`Checked ${number.format(checked)} of ${total} groups`),
  );
  const tops = plan.groups.filter((_, index) => typeof deleted?.lines[index]?.parent === 'string');
  const groupId = await commonGroup(claim.stores, plan.parents);
  await claim.report(`Creating ${total} groups`);
  await claim.step(async (stores) => {
    // With the user's privileges by now.
    const acting = { stores, caller: await callerOfJob(stores, claim.job) };
    const usable = await stores.groupBatches.within(plan.parents, reachOf(acting.caller, changeGroups));
    if (usable.length < plan.parents.length)
      throw new Problem(403, ['you can no longer create groups there']);
    await stores.groupBatches.expectInserts();
    if (!(await stores.groupBatches.lockPaths(plan.parents)))
      throw new Problem(409, ['a parent group is being deleted']);
    for await (const some of chunksOf(plan.groups)) await stores.groupBatches.insert(some);
    if (deleted) await restoreRoles(acting, deleted, plan);
    if (tops.length > 0 && tops.length <= mostEntries) await recordTops(acting, tops);
    else {
      const { name } = (await stores.groups.find(groupId)) ?? { name: '' };
      const change = { action: 'imported', resource: groupPath(groupId), name, groupId } as const;
      await stores.changes.record(caller, { ...change, fields: [], count: lines.length });
    }
    await claim.finish(stores, `Created ${counted(lines)}`);
  });
}

/** Records recreated groups, each with everything below it. */
async function recordTops(acting: Acting, tops: readonly NewGroup[]) {
  const { groups } = acting.stores;
  for (const { id } of tops) {
    const after = await groups.find(id);
    if (after) await recordGroup(acting, { after }, await groups.subtreeSize(after.id));
  }
}

async function linesOf({ job, stores }: Claim): Promise<GroupImportLine[]> {
  // Imports queued before parts existed have their lines in the payload.
  const { groups: lines = [] } = job.payload as { groups?: GroupImportLine[] };
  for (let position = 0; ; position += 1) {
    const part = (await stores.jobs.part(job.id, position)) as GroupImportLine[] | undefined;
    if (!part) return lines;
    for (const line of part) lines.push(line);
  }
}

function counted({ length }: readonly GroupImportLine[]): string {
  return `${number.format(length)} ${length === 1 ? 'group' : 'groups'}`;
}

import { defaultGroupId } from '../../../contract/groups/groups.ts';
import { filledFields } from '../../../contract/oidc/metadata.ts';
import { watchCauses, type OidcLoginError, type WatchCause } from '../../../contract/oidc/sign-in-causes.ts';
import type { FieldValue } from '../../../contract/activity/changes.ts';
import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { tokenHash } from '../access/tokens.ts';
import type { Author } from '../activity/activity-ports.ts';
import { changedFields } from '../activity/record-changes.ts';
import type { Stores } from '../ports.ts';
import { oidcOpPath, testedBy } from './oidc-op-record.ts';
import type { OidcOpRow, WatchRow } from './oidc-ports.ts';
import { blameOf, judge, noEvidence, unproved } from './watch-state.ts';

/** The service, as the author of changes. */
const service: Author = { userId: null, login: null, via: 'watch' };

/** How soon another sign-in says nothing new: people who sign in together needn't wait for each other. */
const freshMilliseconds = 60_000;

/**
 * Remembers a real sign-in or test, which is newer than any look; in a transaction.
 * @param used the configuration that was used
 * @param failure why nobody can sign in; undefined if it worked
 */
export async function noteSignIn(
  stores: Stores,
  used: OidcOpRow,
  now: Date,
  failure: OidcLoginError | undefined,
): Promise<void> {
  const row = await stores.watches.find(used.id);
  const age = now.getTime() - (row?.worked_at?.getTime() ?? 0);
  const isFresh = row?.state === 'works' && age >= 0 && age < freshMilliseconds;
  if (failure ? row?.failure === failure : isFresh) return;
  await settle(stores, used, now, () => (failure ? { failure } : { worked_at: now, failure: null }));
}

/** Remembers a test of a configuration, if it says anything about more than one user; in a transaction. */
export async function noteTest(
  stores: Stores,
  tested: OidcOpRow,
  now: Date,
  steps: readonly SignInStep[],
  succeeded: boolean,
): Promise<void> {
  const failed = steps.find(({ verdict }) => verdict === 'failed');
  const blame = failed && blameOf(failed, true);
  if (succeeded || blame) await noteSignIn(stores, tested, now, blame);
}

/**
 * Adds evidence about a configuration, unless it has changed since. If that changes the state, it's recorded and announced; in a
 * transaction.
 */
export async function settle(
  stores: Stores,
  used: OidcOpRow,
  now: Date,
  add: (before: WatchRow) => Partial<WatchRow>,
): Promise<void> {
  const op = await stores.oidcOps.find(used.id);
  const stored = op && (await stores.watches.lock(op.id));
  const configuration = testedBy(used);
  if (!stored || testedBy(op) !== configuration) return;
  const before = evidenceAbout(op, stored, configuration);
  const added = { ...before, ...add(before), configuration };
  const { state, causes } = judge(added, now);
  const isChanged = state !== stored.state;
  // Nothing is known yet about a new configuration, not even that it works again.
  const isKnown = added.checked_at !== null || added.worked_at !== null;
  const is_announced = state === 'broken' || (stored.is_announced && !isKnown);
  await stores.watches.save({ ...added, state, is_announced, since: isChanged ? now : stored.since });
  const about = { resource: oidcOpPath(op.id), name: op.name };
  const [cause] = causes;
  const [was, is] = [before.look?.published, added.look?.published];
  const fields = was && is ? filledFields.filter((field) => is[field] !== was[field]) : [];
  if (fields.length > 0) await stores.alerts.raise('provider.metadata_changed', now, { ...about, fields });
  const reasonsOf = (all: readonly WatchCause[]) => all.map((each) => watchCauses[each].reason);
  const old = { state: stored.state, causes: reasonsOf(judge(stored, now).causes) };
  const current = { state, causes: reasonsOf(causes) };
  if (isChanged) await recordWatch({ stores, caller: service }, op, old, current);
  if (is_announced === stored.is_announced) return;
  if (is_announced && cause)
    await stores.alerts.raise('provider.broken', now, { ...about, cause, reason: watchCauses[cause].reason });
  else await stores.alerts.raise('provider.recovered', now, { ...about, state });
}

/** Identifies the client and its secret, as they're sent. */
export function clientOf({ client_id, client_secret, token_endpoint }: OidcOpRow): string {
  return tokenHash(JSON.stringify([client_id, client_secret, token_endpoint]));
}

/** Without what was found out about another configuration, but with what a probe has shown about the same client. */
function evidenceAbout(op: OidcOpRow, row: WatchRow, configuration: string): WatchRow {
  if (row.configuration === configuration) return row;
  const { probe } = row;
  const isSameClient = probe?.client === clientOf(op);
  return { ...row, ...noEvidence, probe: probe && !isSameClient ? { ...probe, ...unproved } : probe };
}

/** Records what has changed about a watch. */
export async function recordWatch(
  { stores, caller }: { stores: Stores; caller: Author },
  { id, name }: OidcOpRow,
  ...versions: [before: Record<string, FieldValue>, after: Record<string, FieldValue>]
): Promise<void> {
  const fields = changedFields(...versions);
  const about = { resource: `${oidcOpPath(id)}/watch`, name, groupId: defaultGroupId };
  if (fields.length > 0) await stores.changes.record(caller, { ...about, action: 'updated', fields });
}

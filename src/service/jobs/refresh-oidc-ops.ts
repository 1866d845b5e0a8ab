import { filledFields } from '../../contract/oidc/metadata.ts';
import { MetadataFailure, type MetadataSource, type OidcOpRow } from '../domain/oidc/oidc-ports.ts';
import { requireOidc } from '../domain/oidc/oidc-ops.ts';
import { Problem } from '../domain/problem.ts';
import { callerOf } from '../domain/access/sessions.ts';
import type { Claim } from './claim.ts';
import { isolate } from '../../contract/isolate.ts';

/** The kind of job that compares every configuration with what its provider publishes. */
export const refreshOidcOpsKind = 'refresh-oidc-ops';

const pageSize = 100;

/**
 * Fetches the metadata of every configuration that has a `metadata_url` and reports which fields differ from it. Nothing is
 * changed: a field may have been set otherwise on purpose.
 */
export function refreshOidcOps(metadata: MetadataSource): (claim: Claim) => Promise<void> {
  return async (claim) => {
    const caller = await callerOf(claim.stores, claim.job.user_id);
    if (!caller) throw new Problem(401, ['the user who started this job no longer exists']);
    // With the privileges that the user has now: the message names what only they may read.
    await requireOidc(claim.stores, caller, 'rw');
    const rows = (await allRows(claim)).filter((row) => row.metadata_url !== '');
    const drift: string[] = [];
    for (const [index, row] of rows.entries()) {
      const found = await driftOf(row, metadata);
      if (found) drift.push(found);
      await claim.reportThrottled(`Compared ${index + 1} of ${rows.length} configurations`);
    }
    await claim.step((stores) => claim.finish(stores, summary(rows.length, drift)));
  };
}

async function allRows(claim: Claim): Promise<OidcOpRow[]> {
  const rows: OidcOpRow[] = [];
  for (;;) {
    const page = await claim.stores.oidcOps.list(rows.length, pageSize);
    rows.push(...page.data);
    if (page.data.length === 0 || rows.length >= page.rows) return rows;
  }
}

async function driftOf(row: OidcOpRow, metadata: MetadataSource): Promise<string | undefined> {
  try {
    const published = await metadata(row.metadata_url);
    const differing = filledFields.filter((field) => {
      const value = published[field];
      return value !== undefined && value !== row[field];
    });
    return differing.length === 0
      ? undefined
      : `${isolate(row.name)} (/oidc_ops/${row.id}) differs in ${differing.join(', ')}`;
  } catch (error) {
    if (!(error instanceof MetadataFailure)) throw error;
    return `${isolate(row.name)} (/oidc_ops/${row.id}) could not be compared: ${error.message}`;
  }
}

function summary(count: number, drift: readonly string[]): string {
  if (count === 0) return 'No configuration has a metadata URL';
  const compared = `Compared ${count} ${count === 1 ? 'configuration' : 'configurations'}`;
  if (drift.length === 0) return `${compared}: all are as published`;
  return `${compared}: ${drift.length} need a look. ${drift.join('; ')}`;
}

import {
  publishedDifferences,
  type FilledField,
  type MetadataPreview,
} from '../../../contract/oidc/metadata.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import { labels } from './fields.ts';

/** The state of fetching one provider's metadata. */
export type MetadataFetch =
  | { state: 'fetching' }
  | { state: 'fetched'; preview: MetadataPreview }
  | { state: 'unreachable'; reason: string }
  | { state: 'absent' };

/** How a provider's saved values compare with its metadata, as far as that was fetched. */
export type Health =
  | { state: 'no-url' | 'not-checked' | 'fetching' | 'absent' | 'good' }
  | { state: 'differs'; fields: FilledField[] }
  | { state: 'unreachable'; reason: string };

/** Compares a provider's current values with its fetched metadata. */
export function healthOf(op: OidcOp, fetched: MetadataFetch | undefined): Health {
  if (!op.metadata_url) return { state: 'no-url' };
  if (!fetched) return { state: 'not-checked' };
  if (fetched.state !== 'fetched') return fetched;
  const fields = publishedDifferences(op, fetched.preview.metadata);
  return fields.length === 0 ? { state: 'good' } : { state: 'differs', fields };
}

/** The state of a provider's metadata as text. */
export function healthText(health: Health): string {
  switch (health.state) {
    case 'no-url':
      return 'No URL';
    case 'not-checked':
      return 'Not checked';
    case 'fetching':
      return 'Checking…';
    case 'absent':
      return "Can't be checked here";
    case 'good':
      return 'As published';
    case 'unreachable':
      return `Unreachable: ${health.reason}`;
    case 'differs':
      return `Differs: ${health.fields.map((name) => labels[name]).join(', ')}`;
  }
}

const summaryWords = [
  ['fetching', 'being checked'],
  ['good', 'as published'],
  ['differs', 'changed at the provider'],
  ['unreachable', 'unreachable'],
  ['absent', "that can't be checked here"],
  ['no-url', 'without a URL'],
] as const;

/** A one-line summary: "Metadata: 3 as published, 1 changed at the provider". */
export function healthSummary(all: readonly Health[]): string {
  const parts = summaryWords
    .map(([state, words]) => [all.filter((health) => health.state === state).length, words] as const)
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`);
  return `Metadata: ${parts.join(', ')}`;
}

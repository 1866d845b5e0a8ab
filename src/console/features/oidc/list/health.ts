import type { MetadataPreview } from '../../../../contract/oidc/metadata.ts';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { labels, publishedFields, type PublishedField } from '../editor/fields.ts';

/** What became of asking for the metadata of one configuration. */
export type Asked =
  | { state: 'asking' }
  | { state: 'published'; preview: MetadataPreview }
  | { state: 'unreachable'; why: string }
  | { state: 'absent' };

/** How the metadata of a configuration is, as far as it was asked for. */
export type Health =
  | { state: 'no-url' | 'not-checked' | 'asking' | 'absent' | 'good' }
  | { state: 'differs'; fields: PublishedField[] }
  | { state: 'unreachable'; why: string };

/** The fields whose saved value is no longer what the provider publishes. */
export function drift(op: OidcOp, { metadata }: MetadataPreview): PublishedField[] {
  return publishedFields.filter((name) => (metadata[name] ?? '') !== (op[name] ?? ''));
}

/** What is known of a configuration, as it is now, from what its provider answered. */
export function healthOf(op: OidcOp, asked: Asked | undefined): Health {
  if (!op.metadata_url) return { state: 'no-url' };
  if (!asked) return { state: 'not-checked' };
  if (asked.state !== 'published') return asked;
  const fields = drift(op, asked.preview);
  return fields.length === 0 ? { state: 'good' } : { state: 'differs', fields };
}

/** The state of a configuration's metadata, in words. */
export function healthSentence(health: Health): string {
  switch (health.state) {
    case 'no-url':
      return 'No URL';
    case 'not-checked':
      return 'Not checked';
    case 'asking':
      return 'Checking…';
    case 'absent':
      return 'Cannot be checked here';
    case 'good':
      return 'As published';
    case 'unreachable':
      return `Not reachable: ${health.why}`;
    case 'differs': {
      const names = health.fields.map((name) => labels[name]).join(', ');
      return `${health.fields.length === 1 ? 'Differs' : `${health.fields.length} differ`}: ${names}`;
    }
  }
}

const summaryWords = [
  ['asking', 'being checked'],
  ['good', 'as published'],
  ['differs', 'changed at the provider'],
  ['unreachable', 'not reachable'],
  ['absent', 'that cannot be checked here'],
  ['no-url', 'without a URL'],
] as const;

/** All of them in one line: "Metadata: 3 as published, 1 changed at the provider". */
export function healthSummary(all: readonly Health[]): string {
  const parts = summaryWords
    .map(([state, words]) => [all.filter((health) => health.state === state).length, words] as const)
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`);
  return `Metadata: ${parts.join(', ')}`;
}

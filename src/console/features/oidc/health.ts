import type { MetadataPreview } from '../../../contract/metadata.ts';
import type { OidcOp } from '../../../contract/oidc-ops.ts';
import { labels, publishedFields, type PublishedField } from './fields.ts';

/** The fields whose saved value is no longer what the provider publishes. */
export function drift(op: OidcOp, { metadata }: MetadataPreview): PublishedField[] {
  return publishedFields.filter((name) => (metadata[name] ?? '') !== op[name]);
}

/** The state of a configuration's metadata, in words. */
export function driftSentence(fields: readonly PublishedField[]): string {
  if (fields.length === 0) return 'As published';
  const names = fields.map((name) => labels[name]).join(', ');
  return `${fields.length === 1 ? 'Differs' : `${fields.length} differ`}: ${names}`;
}

import {
  publishedDifferences,
  type FilledField,
  type MetadataPreview,
  metadataPreview,
} from '../../../contract/oidc/metadata.ts';
import { ApiError, isNotOffered } from '../../../client/errors.ts';
import { sentenceOf } from '../notifications/notify.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import { labels } from './fields.ts';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { call } from '../service/call.ts';

/** The state of fetching one provider's metadata. */
export type MetadataFetch =
  | { state: 'fetching' }
  | { state: 'fetched'; preview: MetadataPreview }
  | { state: 'unreachable' | 'failed'; reason: string }
  | { state: 'absent' };

/** How a provider's saved values compare with its metadata, as far as that was fetched. */
export type MetadataState =
  | { state: 'no-url' | 'not-checked' | 'fetching' | 'absent' | 'good' }
  | { state: 'differs'; fields: FilledField[] }
  | { state: 'unreachable' | 'failed'; reason: string };

/** Why a provider's metadata couldn't be fetched: `unreachable` because of the provider, `failed` because of anything else. */
export function fetchFailure(error: unknown): MetadataFetch {
  if (isNotOffered(error)) return { state: 'absent' };
  // The gateway's statuses for a URL that isn't valid, and for a provider that doesn't return metadata.
  const isAboutProvider =
    error instanceof ApiError && error.kind === 'problem' && [400, 502].includes(error.status);
  return { state: isAboutProvider ? 'unreachable' : 'failed', reason: sentenceOf(error) };
}

/** Compares a provider's current values with its fetched metadata. */
export function metadataState(op: OidcOp, fetched: MetadataFetch | undefined): MetadataState {
  if (!op.metadata_url) return { state: 'no-url' };
  if (!fetched) return { state: 'not-checked' };
  if (fetched.state !== 'fetched') return fetched;
  const fields = publishedDifferences(op, fetched.preview.metadata);
  return fields.length === 0 ? { state: 'good' } : { state: 'differs', fields };
}

/** The state of a provider's metadata as text. */
export function metadataText(metadata: MetadataState): string {
  switch (metadata.state) {
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
      return `Unreachable: ${metadata.reason}`;
    case 'failed':
      return `Couldn't check: ${metadata.reason}`;
    case 'differs':
      return `Differs: ${metadata.fields.map((name) => labels[name]).join(', ')}`;
  }
}

const summaryWords = [
  ['fetching', 'being checked'],
  ['good', 'as published'],
  ['differs', 'changed at the provider'],
  ['unreachable', 'unreachable'],
  ['failed', "that couldn't be checked"],
  ['absent', "that can't be checked here"],
  ['no-url', 'without a URL'],
] as const;

/** A one-line summary: "Metadata: 3 as published, 1 changed at the provider". */
export function metadataSummary(all: readonly MetadataState[]): string {
  const parts = summaryWords
    .map(([state, words]) => [all.filter((metadata) => metadata.state === state).length, words] as const)
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`);
  return `Metadata: ${parts.join(', ')}`;
}

const getMetadata = endpoint('GET', '/-/oidc-metadata', 'The metadata that a provider publishes', {
  access: 'signed in',
  query: z.object({ url: z.string() }),
  responses: { 200: metadataPreview },
});

/** The metadata at a URL, fetched through the gateway. */
export function metadataQuery(url: string) {
  return queryOptions({
    queryKey: ['oidc-metadata', url],
    queryFn: async ({ signal }) => (await call(getMetadata, { query: { url }, signal })).body,
    retry: false,
    staleTime: 0,
  });
}

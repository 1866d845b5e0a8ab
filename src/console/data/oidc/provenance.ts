import {
  publishedDifferences,
  type FilledField,
  type PublishedMetadata,
} from '../../../contract/oidc/metadata.ts';
import { isPublished, type FieldName, type FormValues } from './fields.ts';
import { emptyForm } from './form-values.ts';

/** Where the value of a field comes from. */
export type Provenance =
  'As published' | 'Differs from published' | 'Filled on save' | 'Saved' | 'Changed' | 'Typed' | 'Default';

/**
 * Where a field's value comes from; undefined if it has none.
 * @param saved the values of the record; undefined for a new one
 */
export function provenance(
  field: FieldName,
  values: FormValues,
  saved: FormValues | undefined,
  published: PublishedMetadata | undefined,
): Provenance | undefined {
  const value = values[field];
  if (isPublished(field)) {
    if (value === '') {
      const fetches = values.metadata_url !== '' && values.metadata_url !== saved?.metadata_url;
      return fetches ? 'Filled on save' : undefined;
    }
    const offered = published?.[field];
    if (offered !== undefined) return offered === value ? 'As published' : 'Differs from published';
  }
  if (saved) return value === saved[field] ? (value === '' ? undefined : 'Saved') : 'Changed';
  if (value === '') return undefined;
  return value === emptyForm[field] ? 'Default' : 'Typed';
}

/** One row of the table that compares the form with the provider metadata. */
export interface MetadataDifference {
  field: FilledField;
  typed: string;
  saved: string;
  published: string;
  /** Whether it's selected by default: never if it would replace a typed value. */
  suggested: boolean;
}

/** The fields in which the form differs from the published metadata. */
export function metadataDifferences(
  values: FormValues,
  saved: FormValues | undefined,
  published: PublishedMetadata,
): MetadataDifference[] {
  return publishedDifferences(values, published).map((field) => ({
    field,
    typed: values[field],
    saved: saved?.[field] ?? '',
    published: published[field] ?? '',
    suggested: values[field] === '',
  }));
}

/**
 * Whether the service will have a UserInfo endpoint; `unknown` if it fills that from metadata that wasn't fetched here.
 */
export function usesUserInfo(
  values: FormValues,
  saved: FormValues | undefined,
  published: PublishedMetadata | undefined,
): 'yes' | 'no' | 'unknown' {
  if (values.userinfo_endpoint !== '') return 'yes';
  if (values.metadata_url === '' || values.metadata_url === saved?.metadata_url) return 'no';
  if (!published) return 'unknown';
  return published.userinfo_endpoint ? 'yes' : 'no';
}

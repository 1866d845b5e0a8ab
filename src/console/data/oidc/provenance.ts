import {
  filledWith,
  isAsPublished,
  publishedDifferences,
  type FilledField,
  type MetadataPreview,
  type PublishedMetadata,
} from '../../../contract/oidc/metadata.ts';
import { isPublished, type FieldName, type FormValues } from './fields.ts';
import { emptyForm, refetchesMetadata } from './form-values.ts';

/** How the value of a field relates to the metadata, or else to what's saved. */
export type Provenance = 'As published' | 'Differs from published' | 'Filled on save' | 'Changed';

/**
 * How a field's value relates to the metadata, or else to what's saved; undefined if there's nothing to say.
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
    if (value === '') return refetchesMetadata(saved, values) ? 'Filled on save' : undefined;
    const offered = published?.[field];
    if (offered !== undefined)
      return isAsPublished(field, value, offered) ? 'As published' : 'Differs from published';
  }
  return saved && value !== saved[field] ? 'Changed' : undefined;
}

/** The scopes whose claims usually contain the login (OpenID Connect Core 1.0 section 5.4). */
const loginScopes = ['profile', 'email'];

/**
 * What provider metadata adds to a form: values for blank fields, its own URL if it was found below the typed one, and to
 * a new provider the scopes that the login needs. Nothing typed is replaced.
 * @param saved the values of the record; undefined for a new one
 */
export function filledByMetadata(
  values: FormValues,
  saved: FormValues | undefined,
  { url, metadata }: Pick<MetadataPreview, 'url' | 'metadata'>,
): Partial<FormValues> {
  const filled: Partial<FormValues> = {};
  for (const { field, published } of metadataDifferences(values, saved, metadata))
    if (values[field] === '') filled[field] = published;
  const typed = values.metadata_url.trim();
  // Saving a new URL makes the service fetch it, so a saved provider gets one only on request.
  const isNewUrl = typed === '' ? !saved : url !== typed && url.startsWith(typed);
  if (isNewUrl) filled.metadata_url = url;
  const offered = loginScopes.filter((scope) => metadata.scopes_supported?.includes(scope));
  if (!saved && values.scope === emptyForm.scope && offered.length > 0)
    filled.scope = [values.scope, ...offered].join(' ');
  return filled;
}

/** One row of the table that compares the form with the provider metadata. */
export interface MetadataDifference {
  field: FilledField;
  typed: string;
  saved: string;
  /** The published value, with what was added to the typed one. */
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
    published: filledWith(field, published[field] ?? '', values[field]),
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
  if (!refetchesMetadata(saved, values)) return 'no';
  if (!published) return 'unknown';
  return published.userinfo_endpoint ? 'yes' : 'no';
}

import * as z from 'zod/mini';
import {
  endpointFields,
  filledFields,
  filledWith,
  type FilledField,
  type PublishedMetadata,
} from '../../../contract/oidc/metadata.ts';
import { oidcOpUpdateBody, type OidcOpUpdate } from '../../../contract/oidc/oidc-ops.ts';
import { MetadataFailure, type MetadataSource } from './oidc-ports.ts';
import { Problem } from '../problem.ts';

export type FilledValues = Record<FilledField, string> & { announces_iss: boolean };

/**
 * Fills omitted fields from the metadata at `metadata_url`. Sent fields take precedence; published values that the API
 * doesn't allow are left out if the field is optional.
 * @param before the configuration that's updated: parameters added to its authorization endpoint stay
 * @throws Problem 400 if the metadata can't be fetched, or a field that it must fill is missing or invalid
 */
export async function fillFromMetadata(
  source: MetadataSource,
  metadataUrl: string,
  sent: Pick<OidcOpUpdate, FilledField>,
  before?: Readonly<Record<FilledField, string>>,
): Promise<FilledValues> {
  const metadata = await load(source, metadataUrl);
  const values = Object.fromEntries(
    filledFields.map((field) => [
      field,
      sent[field] ?? filledWith(field, metadata[field] ?? '', before?.[field]),
    ]),
  ) as Record<FilledField, string>;
  const isRequired = (field: string) => (endpointFields as readonly string[]).includes(field);
  const problems = endpointFields
    .filter((field) => values[field] === '')
    .map((field) => `${field}: is required, but missing from the metadata at ${metadataUrl}`);
  const checked = z.safeParse(oidcOpUpdateBody, { data: withoutEmpty(values) });
  for (const issue of checked.error?.issues ?? []) {
    const field = String(issue.path[1]);
    if (isRequired(field)) problems.push(`${field}: ${issue.message} (from the metadata at ${metadataUrl})`);
    // The request's own fields were checked before, so this value was published.
    else values[field as FilledField] = '';
  }
  if (problems.length > 0) throw new Problem(400, problems);
  return { ...values, announces_iss: metadata.authorization_response_iss_parameter_supported ?? false };
}

async function load(source: MetadataSource, url: string): Promise<PublishedMetadata> {
  try {
    return await source(url);
  } catch (error) {
    if (!(error instanceof MetadataFailure)) throw error;
    const { message, repair } = error;
    throw new Problem(400, [`metadata_url: ${repair === undefined ? message : `${message}. ${repair}`}`]);
  }
}

function withoutEmpty(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

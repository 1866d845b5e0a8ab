import { grantText } from '../../contract/access/privileges.ts';
import { defaultGroupId, groupPath } from '../../contract/groups/groups.ts';
import { ApiError } from '../../client/errors.ts';
import { clockTime } from '../lib/ago.ts';

/** What an error is titled that says `possibly`. */
export const lostTitle = 'The response was lost';

/** The response to a write was lost. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';

  /** @param possibly what may have happened: "Acme may have been created." */
  constructor(readonly possibly: string) {
    super(`${lostTitle}. ${possibly}`);
  }
}

/** A missing privilege, as our service and the gateway report it (docs/decisions.md, "Privileges"). */
const missingPrivilege =
  /requires privilege ([\w-]+) on feature ([\w-]+)(?: for (\/groups\/\d+|a group that isn't visible to you))?/;

/** Says a missing privilege as people would. */
function inWords(sentence: string): string {
  return sentence.replace(
    missingPrivilege,
    (_, privilege: string, feature: string, group?: string) =>
      `You need “${grantText({ name: feature, privilege })}”${group === undefined ? '' : ` on ${group === groupPath(defaultGroupId) ? 'the Default group' : group}`}`,
  );
}

/** What went wrong, as sentences to show, with the request ID if the service failed. */
export function sentencesOf(error: unknown): readonly string[] {
  const sentences = withoutRequestId(error);
  const id = failedRequest(error);
  return id === undefined
    ? sentences
    : sentences.map((sentence, index) => (index === 0 ? `${sentence} (request ${id})` : sentence));
}

/** The ID of a request that the service failed to carry out: a rejection explains itself. */
export function failedRequest(error: unknown): string | undefined {
  return error instanceof ApiError && error.status >= 500 ? error.requestId : undefined;
}

/** What went wrong, as sentences to show. */
export function withoutRequestId(error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) return [inWords(error instanceof Error ? error.message : String(error))];
  // Shown until the user sends it again: by then, they have signed in.
  if (error.status === 401) return ['Your session had ended. Try again.'];
  const sentences = error.detail.map(inWords);
  const until = error.retryAt;
  const wait = until === undefined ? [] : [`The service asks to wait until ${clockTime(until)}`];
  return [...(sentences.length === 0 ? [error.message] : sentences), ...wait];
}

/**
 * Assigns each `detail` sentence to the form field that it begins with (`name: is required`).
 * @param known the names of the fields that the form shows
 * @returns what's wrong by field, and the sentences that concern the request as a whole
 */
export function byField(detail: readonly string[], known: readonly string[]) {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const sentence of detail) {
    const field = known.find((own) => sentence.startsWith(`${own}:`) || sentence.startsWith(`${own} `));
    if (field === undefined) {
      rest.push(sentence);
      continue;
    }
    // Without a colon, the name is part of the sentence: `name and description are required`.
    const problem = sentence.replace(new RegExp(`^${field}:\\s*`), '');
    fields[field] = fields[field] === undefined ? problem : `${fields[field]}; ${problem}`;
  }
  return { fields, rest };
}

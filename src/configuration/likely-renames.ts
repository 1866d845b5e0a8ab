import { isolate } from '../contract/isolate.ts';
import type { Consequence } from './consequences.ts';
import type { Section } from './format.ts';
import { Place, type Found, type Values } from './known.ts';
import { fieldsOf, type Counts } from './service.ts';
import { labelOf, nameOf, type Step } from './steps.ts';

/** Marks creations that seem to be meant as renames of records that are deleted, and says what a rename would keep. */
export function likelyRenames(steps: readonly Step[]): Consequence[] {
  const deleted = new Map<string, Set<Step>>();
  for (const step of steps.filter(({ action }) => action === 'delete'))
    for (const mark of marksOf(step)) deleted.set(mark, (deleted.get(mark) ?? new Set()).add(step));
  return steps.flatMap((step) => {
    if (step.action !== 'create' || deleted.size === 0) return [];
    const [old] = marksOf(step).flatMap((mark) => deleted.get(mark)?.values().next().value ?? []);
    if (!old) return [];
    for (const mark of marksOf(old)) deleted.get(mark)?.delete(old);
    step.mayRename = old;
    return [{ isWarning: true, text: sentenceOf(step) }];
  });
}

/** What a creation may be instead, and what that would keep. @param counts of what is lost, by what one is called */
export function sentenceOf(step: Step, counts: Counts = {}): string {
  const { mayRename: old = step } = step;
  const [is, was, name] = [labelOf(step), labelOf(old), nameOf(old)].map(isolate);
  const many = (noun: string) => {
    const { [noun]: count } = counts;
    if (count === 0) return '';
    return count === undefined ? `${noun}s` : `${count} ${noun}${count === 1 ? '' : 's'}`;
  };
  const lost = losses[old.section](fieldsOf(old.record.raw), many);
  return `${is} may be a rename of ${was}. Deleting ${was} loses ${lost}. To keep it, add renamed_from: ${name}`;
}

/** What two records have in common if one may be the other one's new name. */
function marksOf({ section, record, action, before, after }: Step): string[] {
  const found = marks[section](action === 'delete' ? before : after, record);
  return found.map((mark) => `${section} ${JSON.stringify(mark)}`);
}

const marks: Record<Section, (values: Values, record: Found) => unknown[]> = {
  groups: (_, place) =>
    place instanceof Place && place.parent && place.children.size > 0
      ? [[place.parent.key, [...place.children.keys()].toSorted()]]
      : [],
  roles: ({ features, administered_by: group, applies_to: groups }) =>
    Object.keys(features as object).length > 0 ? [[features, group, groups]] : [],
  users: ({ name }, { key: login }) => [
    ...(name ? [['name', name]] : []),
    ['login', login.trim().toLowerCase().replace(/@.*/, '')],
  ],
  oidc_providers: ({ issuer, metadata_url: metadata, client_id: client }) =>
    [issuer, metadata].flatMap((url) => (url && client ? [[url, client]] : [])),
};

/** What a deletion loses that creating the record again doesn't bring back, as far as the service says. */
const losses: Record<Section, (record: Values, many: (noun: string) => string) => string> = {
  groups: () => 'what roles grant on it',
  roles: ({ users }) => {
    const holders = Array.isArray(users) ? users.length : 0;
    return holders > 0 ? `it for ${holders} ${holders === 1 ? 'user' : 'users'}` : 'its history';
  },
  users: ({ has_password: hasPassword, last_sign_in_at: last }, many) => {
    const password = hasPassword === true ? 'the password' : '';
    const history = typeof last === 'string' && last ? isolate(`, last on ${last.slice(0, 10)}`) : '';
    return joined(password, many('session'), many('API key'), `sign-in history${history}`);
  },
  oidc_providers: (_, many) => joined('its client secret', many('session'), many('known user')),
};

const joined = (...texts: string[]) => new Intl.ListFormat('en-GB').format(texts.filter(Boolean));

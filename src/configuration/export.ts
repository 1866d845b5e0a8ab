import { escapeUnseen } from '../contract/isolate.ts';
import type { OidcOp } from '../contract/oidc/oidc-ops.ts';
import { fileLimits, sections, type Listed, type Section } from './format.ts';
import { recordFields, secretFields } from './kinds.ts';
import { byCode, clear, defaultsOf, grouped, know, type Found, type Place } from './known.ts';
import { groupInFile, variableOf } from './names.ts';
import { problemsIn } from './read.ts';
import type { Current } from './service.ts';
import { isReadable, writeYaml } from './yaml.ts';

interface ExportOptions {
  /** Where the JSON Schema of the format is. */
  schema: string;
  /** The service's name, for people. */
  service: string;
  only?: readonly Section[];
}

/** A secret that a file needs to create a record. */
export interface ExportedSecret {
  variable: string;
  field: string;
  record: string;
  /** Where the service sends it. */
  endpoint?: string;
}

/**
 * Writes a service's records as a file: the same records give the same text, also with other ids.
 * @returns the text; what makes it incomplete: the sections that it lacks, and what can't be read; these and a sentence for each
 *   record that it doesn't contain; the secrets that it needs
 * @throws RangeError if it would be larger or deeper than a file can be
 */
export function exportFrom(current: Current, { schema, service, only = sections }: ExportOptions) {
  const known = know(current);
  const notes = [...known.unnamed];
  const secrets: ExportedSecret[] = [];
  const roles = clear(known, 'roles');
  const sameNames = grouped(roles, ({ values }) => String(values['name']));
  const roleInFile = (key: string) => {
    const { name, administered_by: group } = known.records.roles?.get(key)?.values ?? {};
    return sameNames.get(String(name))?.length === 1
      ? name
      : { name, administered_by: groupInFile(String(group)) };
  };
  const inFile = {
    text: (value: unknown) => value,
    flag: (value: unknown) => value || undefined,
    group: (value: unknown) => groupInFile(String(value)),
    groups: (value: unknown) => (value as string[]).map(groupInFile),
    roles: (value: unknown) => (value as string[]).map(roleInFile),
    features: (value: unknown) => value,
  };
  const secretOf = (section: keyof typeof secretFields, { label, values }: Found) => {
    const [field, variable] = [secretFields[section], variableOf(section, label)];
    if (values[field] === false) return {};
    const { token_endpoint: endpoint } = values as Record<string, string | undefined>;
    secrets.push({ variable, field, record: label, ...(endpoint && { endpoint }) });
    return { [field]: { env: variable } };
  };
  const listed = (section: Listed) =>
    clear(known, section)
      .toSorted((one, other) => byCode(one.key, other.key))
      .map((record) => {
        const { label, values, hidden } = record;
        if (Object.values(hidden).some((paths) => paths.length > 0))
          notes.push(`${label} refers to records that you can't see or name, which stay as they are`);
        const fields = Object.entries(recordFields[section]).map(([name, { kind }]) => [
          name,
          inFile[kind](values[name]),
        ]);
        const secret = section === 'roles' ? {} : secretOf(section, record);
        const usual = defaultsOf(section, values);
        const all = Object.entries({ ...Object.fromEntries(fields), ...secret });
        return Object.fromEntries(all.filter(([name, value]) => value !== usual[name]));
      });
  const content: Record<string, unknown> = { palisade: 1, service };
  const missing: string[] = [];
  for (const section of sections.filter((each) => only.includes(each))) {
    if (current.missing[section] === undefined)
      content[section] = section === 'groups' ? groupsBelow(known.top) : listed(section);
    else missing.push(current.missing[section]);
  }
  content['end'] = true;
  const comments = missing.map((reason) => `# Incomplete: ${escapeUnseen(reason)}\n`);
  const text = [`# yaml-language-server: $schema=${schema}\n`, ...comments, writeYaml(content)].join('');
  if (!isReadable(text))
    throw new RangeError('The file would be larger than 16 MB or 225,000 lines: export fewer sections');
  const incomplete = [...missing, ...problemsIn(content)];
  return { text, missing: incomplete, notes: [...incomplete, ...notes], secrets };
}

function groupsBelow({ children }: Place, depth = 1): object[] {
  if (depth > fileLimits.depth && children.size > 0)
    throw new RangeError(`Groups are below more than ${fileLimits.depth} others: export without groups`);
  return [...children.values()]
    .filter(({ others }) => !others)
    .toSorted((one, other) => byCode(one.name, other.name))
    .map((place) => ({
      name: place.name,
      description: place.values['description'] || undefined,
      groups: place.children.size > 0 ? groupsBelow(place, depth + 1) : undefined,
    }));
}

/** A saved provider's entry for the list of providers in a file, as exports have it. */
export function entryOf(provider: Partial<OidcOp>): string {
  const current = { groups: [], oidc_providers: [provider], missing: {} };
  const { text } = exportFrom(current, { schema: '', service: '', only: ['oidc_providers'] });
  return text.slice(text.indexOf('\n  - ') + 1, text.lastIndexOf('end: '));
}

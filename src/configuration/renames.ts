import { msg } from '../contract/isolate.ts';
import { checkedValues } from './fields.ts';
import { pathTo, sections, type Listed, type Section } from './format.ts';
import { nameFields } from './kinds.ts';
import {
  isAmbiguous,
  know,
  placeIn,
  roleFinder,
  type Found,
  type KnownRecords,
  type Place,
} from './known.ts';
import { matcher, namesIn, namesOfText } from './names.ts';
import type { Configuration, Entry, GroupEntry, ValueProblem } from './read.ts';
import { pathOf, type Current } from './service.ts';
import { stepOf, type Step } from './steps.ts';

/** A record of a file. */
interface Candidate {
  entry: Entry;
  /** What has its name already, and what it's to be renamed from: several if it's ambiguous. */
  is: readonly Found[];
  was: readonly Found[];
}

type Fail = (entry: Entry, message: string) => void;

/**
 * Renames a service's records as a file asks.
 * @returns the records as they're called then, the steps that rename them, which come first, what's wrong, and with which entries
 */
export function renamedBy(wanted: Configuration, current: Current) {
  const problems: ValueProblem[] = [];
  const original = know(current);
  let [renamed, known] = [current, original];
  /** New names by path. */
  const names = new Map<string, { section: Section; name: string }>();
  const failed = new Set<Entry>();
  const fail: Fail = (entry, message) => {
    failed.add(entry);
    problems.push({ path: pathTo(entry.where, ['renamed_from']), message: `renamed_from: ${message}` });
  };
  for (const section of sections) {
    if (renamed.missing[section] !== undefined || !isRenaming(wanted[section] ?? [])) continue;
    const field = nameFields[section];
    const candidates =
      section === 'groups'
        ? groupsIn(wanted.groups ?? [], known.top)
        : [candidatesIn(section, wanted, known)];
    for (const [entry, found] of candidates.flatMap((each) => [...chosen(each, section, fail)])) {
      const checked = checkedValues(section, { [field]: entry.values[field] }, {}, (at, message) =>
        problems.push({ path: pathTo(entry.where, at), message }),
      );
      if (checked) names.set(found.path ?? '', { section, name: String(checked[field]) });
    }
    const rename = (record: object) => {
      const { name } = names.get(pathOf(section, record) ?? '') ?? {};
      return name === undefined ? record : { ...record, [field]: name };
    };
    renamed = { ...renamed, [section]: renamed[section]?.map(rename) };
    known = know(renamed);
  }
  const steps = [...names].flatMap(([path, { section, name }]): Step[] => {
    const field = nameFields[section];
    const [was, is] = [original.byPath.get(path), known.byPath.get(path)];
    if (!was || !is) return [];
    const step = stepOf('update', section, is, { before: was.values, after: { [field]: name } });
    return [{ ...step, renamedFrom: String(was.values[field]) }];
  });
  return { known, steps, problems, failed };
}

const isRenaming = (entries: readonly (Entry & { groups?: GroupEntry[] })[]): boolean =>
  entries.some(({ values, groups }) => values['renamed_from'] !== undefined || isRenaming(groups ?? []));

/** Groups with the same parent, from the top down, because groups are below renamed ones. */
function groupsIn(entries: readonly GroupEntry[], top: Place): Candidate[][] {
  const found: Candidate[][] = [];
  const open: { list: readonly GroupEntry[]; parent: Place | undefined }[] = [{ list: entries, parent: top }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { list, parent } = next;
    const named = matcher(parent?.children ?? new Map<string, Place>());
    /** By a name, or by the path of a group with the same parent. */
    const called = (text: string) => {
      const names = namesIn(text);
      const isPath = named(text).length === 0 && names.length > 1;
      return named(isPath && placeIn(top, names.slice(0, -1)) === parent ? (names.at(-1) ?? '') : text);
    };
    const candidates = list.map((entry) => {
      const { name = '', renamed_from: from } = entry.values as Record<string, string>;
      const [is, was] = [named(name), from === undefined ? [] : called(from)];
      if (entry.groups.length > 0) open.push({ list: entry.groups, parent: was[0] ?? is[0] });
      return { entry, is, was };
    });
    found.push(candidates);
  }
  return found;
}

function candidatesIn(section: Listed, wanted: Configuration, known: KnownRecords): Candidate[] {
  const records = known.records[section] ?? new Map<string, Found>();
  const named = matcher(records);
  const rolesCalled = roleFinder(records, known.top);
  const entries: readonly Entry[] = wanted[section] ?? [];
  return entries.map((entry) => {
    const { [nameFields[section]]: name, renamed_from: from, administered_by: group } = entry.values;
    const find = (text: unknown, names: unknown) => {
      if (section !== 'roles') return named(String(text));
      return rolesCalled(names ? { name: String(text), administered_by: names as string[] } : String(text));
    };
    const was = from === undefined ? [] : find(from, group);
    const [first] = was;
    const beside = first && namesOfText(String(first.values['administered_by']));
    return { entry, is: find(name, group ?? beside), was };
  });
}

/** What is to be renamed. What has been renamed before stays. */
function* chosen(all: readonly Candidate[], section: Section, fail: Fail): Generator<[Entry, Found]> {
  const hint = section === 'roles' ? '; add administered_by' : '';
  const named = new Set(all.flatMap(({ is }) => is));
  const taken = new Set<Found>();
  for (const {
    entry,
    was: [old, ...others],
    is: [own],
  } of all) {
    const { renamed_from: from, [nameFields[section]]: to } = entry.values as Record<string, string>;
    if (from === undefined || (own && !old)) continue;
    if (!old) fail(entry, msg`${from} doesn't exist. Remove renamed_from to create ${to ?? ''}`);
    else if (old === own) fail(entry, "is the record's own name");
    else if (others.length > 0 || old.others)
      fail(entry, msg`${from} ${isAmbiguous([old, ...others].flatMap(pathsOf))}${hint}`);
    else if (taken.has(old)) fail(entry, msg`${from} is renamed twice`);
    else if (named.has(old)) fail(entry, msg`${from} is in the file, too`);
    else if (own)
      fail(entry, msg`${from} and ${to ?? ''} both exist. Delete one of them, or remove renamed_from`);
    else yield [entry, old];
    if (old) taken.add(old);
  }
}

const pathsOf = ({ path, others = [] }: Found) => [path ?? '', ...others];

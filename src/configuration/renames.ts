import { msg } from '../contract/isolate.ts';
import { checkedValues } from './fields.ts';
import { pathTo, sections, type Section } from './format.ts';
import { know, placeIn, textOf, type Known, type KnownRecords, type Listed, type Place } from './known.ts';
import { matcher, namesIn, roleKey, topGroup } from './names.ts';
import { ambiguous } from './prune-groups.ts';
import type { Configuration, Entry, GroupEntry, ValueProblem } from './read.ts';
import { pathOf, type Current } from './service.ts';
import type { Step } from './steps.ts';

type Renaming = Entry<{ renamed_from?: string | undefined }>;

/** A record of a file, by what identifies it among those that can take each other's names. */
interface Candidate {
  entry: Renaming;
  to: string;
  from?: string | undefined;
}

/** Finds the paths of what the service has by a key: several if it's ambiguous. */
type Find = (key: string) => readonly string[];
type Fail = (entry: Renaming, message: string) => void;

const nameFields = { groups: 'name', roles: 'name', users: 'login', oidc_providers: 'name' } as const;

/**
 * Renames a service's records as a file asks.
 * @returns the records as they're called then, the steps that rename them, which come first, what's wrong, and with which entries
 */
export function renamedBy(wanted: Configuration, current: Current) {
  const problems: ValueProblem[] = [];
  const original = know(current);
  let [renamed, known] = [current, original];
  const all: { section: Section; entry: Renaming; path: string; name: string }[] = [];
  const failed = new Set<Renaming>();
  const fail: Fail = (entry, message) => {
    failed.add(entry);
    problems.push({ path: pathTo(entry.where, ['renamed_from']), message: `renamed_from: ${message}` });
  };
  for (const section of sections) {
    if (renamed.missing[section] !== undefined || !isRenaming(wanted[section] ?? [])) continue;
    const found =
      section === 'groups'
        ? renamedGroups(wanted.groups ?? [], known, fail)
        : chosen(candidatesIn(section, wanted, known, fail), finder(section, known), fail);
    const names = new Map<string, string>();
    for (const [entry, path] of found) {
      const field = nameFields[section];
      const values: Readonly<Record<string, unknown>> = { ...entry.values };
      const checked = checkedValues(section, { [field]: values[field] }, {}, (at, message) =>
        problems.push({ path: pathTo(entry.where, at), message }),
      );
      if (!checked) continue;
      names.set(path, String(checked[field]));
      all.push({ section, entry, path, name: String(checked[field]) });
    }
    if (names.size === 0) continue;
    const rename = (record: object) => {
      const name = names.get(pathOf(section, record) ?? '');
      return name === undefined ? record : { ...record, [nameFields[section]]: name };
    };
    renamed = { ...renamed, [section]: renamed[section]?.map(rename) };
    known = know(renamed);
  }
  const before = byPath(original, all);
  const after = byPath(known, all);
  const steps = all.map(({ section, path, name }): Step => {
    const field = nameFields[section];
    const change = (was: string) => ({
      action: 'update' as const,
      section,
      path,
      after: { [field]: name },
      renamedFrom: was,
      fields: [{ name: field, before: was, after: name }],
    });
    if (section === 'groups') {
      const [old, place] = [original.places.get(path), known.places.get(path)] as [Place, Place];
      const values = { name: old.name, description: old.description };
      return { ...change(old.name), key: '', place, before: values };
    }
    const { values, hidden } = before.get(path) as Known;
    return { ...change(String(values[field])), key: after.get(path)?.key ?? name, before: values, hidden };
  });
  return { known, steps, problems, failed };
}

/** The records of some sections by path. */
function byPath({ records }: KnownRecords, used: readonly { section: Section }[]): Map<string, Known> {
  const listed = new Set(used.map(({ section }) => section));
  const found = sections.flatMap((section) =>
    section === 'groups' || !listed.has(section) ? [] : [...(records[section]?.values() ?? [])],
  );
  return new Map(found.map((record) => [record.path, record]));
}

const isRenaming = (entries: readonly (Renaming & { groups?: GroupEntry[] })[]): boolean =>
  entries.some(({ values, groups }) => values.renamed_from !== undefined || isRenaming(groups ?? []));

/** From the top down, because groups are below renamed ones. */
function renamedGroups(entries: readonly GroupEntry[], { top, places }: KnownRecords, fail: Fail) {
  const renamed = new Map<Renaming, string>();
  const open: { list: readonly GroupEntry[]; parent: Place | undefined }[] = [{ list: entries, parent: top }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { list, parent } = next;
    const match = matcher(parent?.children.keys() ?? [], []);
    const find: Find = (name) =>
      match(name).flatMap((key) => {
        const child = parent?.children.get(key);
        return child?.duplicates ?? child?.path ?? [];
      });
    /** A name, or the path of a group with the same parent. */
    const nameIn = (text: string) => {
      const names = namesIn(text);
      const isPath = find(text).length === 0 && names.length > 1;
      return isPath && placeIn(top, names.slice(0, -1)) === parent ? names.at(-1) : text;
    };
    const candidates = list.map((entry): Candidate => {
      const { name, renamed_from: from } = entry.values;
      return { entry, to: name, from: from === undefined ? undefined : nameIn(from) };
    });
    const found = chosen(candidates, find, fail);
    for (const [entry, path] of found) renamed.set(entry, path);
    for (const entry of list) {
      const path = found.get(entry) ?? find(entry.values.name)[0];
      if (entry.groups.length > 0) open.push({ list: entry.groups, parent: places.get(path ?? '') });
    }
  }
  return renamed;
}

function candidatesIn(section: Listed, wanted: Configuration, known: KnownRecords, fail: Fail): Candidate[] {
  if (section === 'users')
    return (wanted.users ?? []).map((entry) => {
      const { login: to, renamed_from: from } = entry.values;
      return { entry, to, from };
    });
  if (section === 'oidc_providers')
    return (wanted.oidc_providers ?? []).map((entry) => {
      const { name: to, renamed_from: from } = entry.values;
      return { entry, to, from };
    });
  const groupsByName = new Map<string, string[]>();
  for (const { values } of known.records.roles?.values() ?? []) {
    const [name, group] = [String(values['name']).trim(), String(values['administered_by'])];
    groupsByName.set(name, [...(groupsByName.get(name) ?? []), group]);
  }
  return (wanted.roles ?? []).flatMap((entry) => {
    const { name, administered_by: names, renamed_from: from } = entry.values;
    const groups = [from ?? '', name].map((each) => groupsByName.get(each.trim()) ?? []);
    const likely = groups.find((each) => each.length > 0) ?? [topGroup];
    if (!names && from !== undefined && likely.length > 1)
      return fail(entry, msg`several roles are called ${from}; add administered_by`) ?? [];
    const place = names && placeIn(known.top, names);
    const group = names ? (place ? textOf(place) : '') : (likely[0] ?? topGroup);
    return { entry, to: roleKey(group, name), from: from === undefined ? from : roleKey(group, from) };
  });
}

function finder(section: Listed, known: KnownRecords): Find {
  const { [section]: records } = known.records;
  const { [section]: several } = known.ambiguous;
  const match = matcher([...(records?.keys() ?? []), ...(several?.keys() ?? [])], []);
  return (name) => match(name).flatMap((key) => several?.get(key) ?? records?.get(key)?.path ?? []);
}

/** What is to be renamed, in an order in which each name is free, by path. What has been renamed before stays. */
function chosen(all: readonly Candidate[], find: Find, fail: Fail): Map<Renaming, string> {
  const byName = new Map(all.map((each) => [each.to, each]));
  const byFrom = new Map<string, Candidate>();
  for (const each of all) {
    const { entry, from, to } = each;
    if (from === undefined) continue;
    const other = byName.get(from);
    if (from === to) fail(entry, "is the record's own name");
    else if (byFrom.has(from)) fail(entry, msg`${nameOf(from)} is renamed twice`);
    else if (other && other.from === undefined) fail(entry, msg`${nameOf(from)} is in the file, too`);
    else byFrom.set(from, each);
  }
  const left = new Set(byFrom.values());
  const renamed = new Map<Renaming, string>();
  const isFirst = ({ from = '' }: Candidate) => !left.has(byName.get(from) as Candidate);
  for (const first of [...left].filter(isFirst)) {
    const chain: Candidate[] = [];
    for (let each: Candidate | undefined = first; each && left.delete(each); each = byFrom.get(each.to))
      chain.push(each);
    for (const [entry, path] of chosenOf(chain, find, fail)) renamed.set(entry, path);
  }
  for (const { entry } of left)
    fail(entry, "records take each other's names: rename one to another name first");
  return renamed;
}

/** @param chain records of which each one takes the name of the one before */
function* chosenOf(chain: readonly Candidate[], find: Find, fail: Fail): Generator<[Renaming, string]> {
  let isDone = false;
  const done = chain.map(({ from = '', to }, index) => {
    isDone = find(to).length > 0 && (find(from).length === 0 || (index > 0 && isDone));
    return isDone;
  });
  const free = new Set<string>();
  for (const [index, { entry, from = '', to }] of [...chain.entries()].toReversed()) {
    if (done[index]) continue;
    const [path, ...others] = find(from);
    if (path === undefined)
      fail(entry, msg`${nameOf(from)} doesn't exist. Remove renamed_from to create ${nameOf(to)}`);
    else if (others.length > 0) fail(entry, ambiguous(nameOf(from), [path, ...others]));
    else if (find(to).some((each) => !free.has(each)))
      fail(
        entry,
        msg`${nameOf(from)} and ${nameOf(to)} both exist. Delete one of them, or remove renamed_from`,
      );
    else {
      free.add(path);
      yield [entry, path];
    }
  }
}

/** Without a role's group. */
const nameOf = (key: string) => key.slice(key.indexOf('\n') + 1);

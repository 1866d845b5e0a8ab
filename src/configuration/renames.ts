import { msg } from '../contract/isolate.ts';
import { checkedValues } from './fields.ts';
import { pathTo, sections, type Section } from './format.ts';
import { nameFields } from './kinds.ts';
import {
  clear,
  grouped,
  isAmbiguous,
  know,
  listedSections,
  placeIn,
  type Found,
  type Known,
  type KnownRecords,
  type Listed,
  type Place,
  type Values,
} from './known.ts';
import { matcher, nameIn, namesIn, roleKey, topGroup } from './names.ts';
import type { Configuration, Entry, GroupEntry, ValueProblem } from './read.ts';
import { pathOf, type Current } from './service.ts';
import { changeOf, type Step } from './steps.ts';

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
    const field = nameFields[section];
    for (const [entry, path] of found) {
      const values: Values = { ...entry.values };
      const checked = checkedValues(section, { [field]: values[field] }, {}, (at, message) =>
        problems.push({ path: pathTo(entry.where, at), message }),
      );
      if (checked) names.set(path, { section, name: String(checked[field]) });
    }
    const rename = (record: object) => {
      const { name } = names.get(pathOf(section, record) ?? '') ?? {};
      return name === undefined ? record : { ...record, [field]: name };
    };
    renamed = { ...renamed, [section]: renamed[section]?.map(rename) };
    known = know(renamed);
  }
  if (names.size === 0) return { known, steps: [], problems, failed };
  const [before, after] = [byPath(original), byPath(known)];
  const steps = [...names].flatMap(([path, { section, name }]): Step[] => {
    const field = nameFields[section];
    const [was, is] = [before.get(path), after.get(path)];
    if (!was || !is) return [];
    const values: Values = was.values;
    const renamedFrom = String(values[field]);
    const fields = [{ name: field, before: renamedFrom, after: name }];
    const step = changeOf(section, is, { action: 'update', after: { [field]: name }, fields });
    return [{ ...step, before: was.values, renamedFrom }];
  });
  return { known, steps, problems, failed };
}

const byPath = (known: KnownRecords) =>
  new Map<string, Place | Known>([
    ...known.places,
    ...listedSections
      .flatMap((section) => clear(known, section))
      .map((record) => [record.path, record] as const),
  ]);

const isRenaming = (entries: readonly (Renaming & { groups?: GroupEntry[] })[]): boolean =>
  entries.some(({ values, groups }) => values.renamed_from !== undefined || isRenaming(groups ?? []));

/** From the top down, because groups are below renamed ones. */
function renamedGroups(entries: readonly GroupEntry[], { top, places }: KnownRecords, fail: Fail) {
  const renamed = new Map<Renaming, string>();
  const open: { list: readonly GroupEntry[]; parent: Place | undefined }[] = [{ list: entries, parent: top }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { list, parent } = next;
    const match = matcher(parent?.children.keys() ?? [], []);
    const find: Find = (name) => match(name).flatMap((key) => pathsOf(parent?.children.get(key)));
    /** A name, or the path of a group with the same parent. */
    const siblingIn = (text: string) => {
      const names = namesIn(text);
      const isPath = find(text).length === 0 && names.length > 1;
      return isPath && placeIn(top, names.slice(0, -1)) === parent ? names.at(-1) : text;
    };
    const candidates = list.map((entry): Candidate => {
      const { name, renamed_from: from } = entry.values;
      return { entry, to: name, from: from === undefined ? undefined : siblingIn(from) };
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
  if (section !== 'roles') {
    const entries: readonly Entry<Values>[] = wanted[section] ?? [];
    return entries.map((entry) => {
      const { [nameFields[section]]: to, renamed_from: from } = entry.values as Record<string, string>;
      return { entry, to: to ?? '', from };
    });
  }
  const rolesByName = grouped(clear(known, 'roles'), ({ values }) => String(values['name']).trim());
  return (wanted.roles ?? []).flatMap((entry) => {
    const { name, administered_by: names, renamed_from: from } = entry.values;
    const likely = rolesByName.get(from?.trim() ?? '') ?? rolesByName.get(name.trim()) ?? [];
    if (!names && from !== undefined && likely.length > 1)
      return fail(entry, msg`several roles are called ${from}; add administered_by`) ?? [];
    const place = names && placeIn(known.top, names);
    const [first] = likely;
    const likeliest = first ? String(first.values['administered_by']) : topGroup;
    const group = names ? (place?.key ?? '') : likeliest;
    return { entry, to: roleKey(group, name), from: from === undefined ? from : roleKey(group, from) };
  });
}

function finder(section: Listed, { records: { [section]: records } }: KnownRecords): Find {
  const match = matcher(records?.keys() ?? [], []);
  return (name) => match(name).flatMap((key) => pathsOf(records?.get(key)));
}

const pathsOf = (found: Found | undefined) => [found?.path ?? [], found?.others ?? []].flat();

/** What is to be renamed, by path. What has been renamed before stays. */
function chosen(all: readonly Candidate[], find: Find, fail: Fail): Map<Renaming, string> {
  const names = new Set(all.map(({ to }) => to));
  const taken = new Set<string>();
  const renamed = new Map<Renaming, string>();
  for (const { entry, from, to } of all) {
    if (from === undefined) continue;
    const [path, ...others] = find(from);
    const isTaken = find(to).length > 0;
    const [was, is] = [nameIn(from), nameIn(to)];
    if (from === to) fail(entry, "is the record's own name");
    else if (taken.has(from)) fail(entry, msg`${was} is renamed twice`);
    else if (names.has(from)) fail(entry, msg`${was} is in the file, too`);
    else if (path === undefined && !isTaken)
      fail(entry, msg`${was} doesn't exist. Remove renamed_from to create ${is}`);
    else if (path !== undefined && others.length > 0)
      fail(entry, msg`${was} ${isAmbiguous([path, ...others])}`);
    else if (path !== undefined && isTaken)
      fail(entry, msg`${was} and ${is} both exist. Delete one of them, or remove renamed_from`);
    else if (path !== undefined) renamed.set(entry, path);
    taken.add(from);
  }
  return renamed;
}

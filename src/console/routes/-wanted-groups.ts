import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { groupIdOf, type PartialGroup } from '../../contract/groups/groups.ts';
import { limits } from '../../contract/limits.ts';
import { isStatus } from '../api/errors.ts';
import type { KnownGroup } from '../features/access/group-directory.ts';
import { lineageQuery } from '../features/groups/tree/lineage.ts';

/** Whoever wants more than this at a page is served better by the whole tree. */
const batchesMost = 100;

/** Groups that were asked for, with what is above them. */
export interface WantedGroups {
  get(path: string): KnownGroup | undefined;
  /** Asks for a group; what pages want while they are drawn goes out in one request. */
  want(path: string): void;
  /** The groups cannot be asked for one by one: their whole list is needed. */
  unfit: boolean;
}

/** Loads the groups that a page names and places, and no others. */
export function useWantedGroups(): WantedGroups {
  const [batches, setBatches] = useState<readonly string[][]>([]);
  const asked = useRef(new Set<string>());
  const waiting = useRef<string[]>([]);
  const want = useCallback((path: string) => {
    if (asked.current.has(path) || groupIdOf(path) === undefined) return;
    asked.current.add(path);
    waiting.current.push(path);
    if (waiting.current.length > 1) return;
    setTimeout(() => {
      const paths = waiting.current;
      waiting.current = [];
      setBatches((old) => [...old, ...inBatches(paths)]);
    });
  }, []);
  const { get, unfit } = useQueries({ queries: batches.map(lineageQuery), combine: together });
  return { get, want, unfit: unfit || batches.length > batchesMost };
}

function inBatches(paths: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(paths.length / limits.lineages) }, (_, index) =>
    paths.slice(index * limits.lineages, (index + 1) * limits.lineages),
  );
}

function together(results: UseQueryResult<readonly PartialGroup[] | null>[]) {
  const groups = new Map<string, PartialGroup>();
  for (const { data } of results) {
    for (const group of data ?? []) groups.set(group.group_resource ?? '', group);
  }
  const get = (path: string): KnownGroup | undefined => {
    const group = groups.get(path);
    // What is above the topmost group that one may see is in no answer.
    const parent = groups.has(group?.parent_resource ?? '') ? group?.parent_resource : undefined;
    return group && { path, name: group.name ?? path, parent };
  };
  // A service that is strict about its parameters refuses the question.
  return { get, unfit: results.some(({ data, error }) => data === null || isStatus(error, 400)) };
}

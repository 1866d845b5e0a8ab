import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { labEndpoints } from '../../../contract/endpoints/lab.ts';
import type { LabCounts, LabData } from '../../../contract/lab.ts';
import { call } from '../../api/client.ts';
import { count } from '../../lib/text.ts';

/** What the demo's store holds, and the snapshots; for administrators of everything alone. */
export function labDataQuery() {
  return queryOptions({
    queryKey: ['lab', 'data'],
    queryFn: async ({ signal }) => (await call(labEndpoints.getData, { signal })).body,
    retry: false,
  });
}

/** What differs between a snapshot and now. */
export function comparisonQuery(name: string) {
  return queryOptions({
    queryKey: ['lab', 'comparison', name],
    queryFn: async ({ signal }) =>
      (await call(labEndpoints.compareSnapshot, { params: { name }, signal })).body,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Something that is done to the demo's data. */
export type DataAction =
  | { do: 'reset' }
  | { do: 'generate'; what: 'groups' | 'users'; count: number }
  | { do: 'save' | 'restore' | 'delete'; name: string };

/** Does it, and reads everything anew that may have changed. */
export function useDataAction() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: perform,
    onSuccess: async (data, action) => {
      // Whoever goes back to other users is signed out: a fresh page has nothing of before.
      if (action.do === 'reset' || action.do === 'restore') return location.replace('/sign-in');
      queryClient.setQueryData(labDataQuery().queryKey, data);
      if (action.do === 'generate')
        await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'lab' });
      return undefined;
    },
  });
}

async function perform(action: DataAction): Promise<LabData> {
  switch (action.do) {
    case 'reset':
      return (await call(labEndpoints.resetData)).body;
    case 'generate': {
      const { what, count: most } = action;
      return (await call(labEndpoints.generateData, { body: { data: { what, count: most } } })).body;
    }
    case 'save':
      return (await call(labEndpoints.saveSnapshot, { params: { name: action.name } })).body;
    case 'restore':
      return (await call(labEndpoints.restoreSnapshot, { params: { name: action.name } })).body;
    default:
      return (await call(labEndpoints.deleteSnapshot, { params: { name: action.name } })).body;
  }
}

/** Counts in words. */
export function countsInWords(counts: LabCounts): string {
  return [
    count(counts.groups, 'group'),
    count(counts.users, 'user'),
    count(counts.roles, 'role'),
    count(counts.oidc_ops, 'OIDC provider'),
  ].join(', ');
}

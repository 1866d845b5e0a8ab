import { queryOptions, useMutation } from '@tanstack/react-query';
import { labEndpoints } from '../../../contract/endpoints/lab.ts';
import type { LabCounts, LabData, LabRule, LabState } from '../../../contract/lab.ts';
import { call } from '../../api/exchange.ts';
import { count } from '../../lib/text.ts';
import { notify } from '../../data/notifications/notify.ts';
import { queryClient } from '../../query-client.ts';

const watchMilliseconds = 5_000;
const idleMilliseconds = 20_000;

/** The demo's scenarios. Polled, because other users may activate one, and each ends automatically. */
export const labQuery = queryOptions({
  queryKey: ['lab'],
  queryFn: async ({ signal }) => (await call(labEndpoints.getScenario, { signal })).body,
  refetchInterval: ({ state }) => (state.data?.active ? watchMilliseconds : idleMilliseconds),
});

/** What to activate: a predefined scenario or custom rules. */
export type ScenarioChoice = { id: string } | { rules: LabRule[] };

/** Activates and deactivates scenarios. */
export function useScenario() {
  const onSuccess = (state: LabState) => queryClient.setQueryData(labQuery.queryKey, state);
  const activate = useMutation({
    mutationFn: async (data: ScenarioChoice) =>
      (await call(labEndpoints.activateScenario, { body: 'id' in data ? { data } : { data } })).body,
    onSuccess,
    onError: (error) => notify.error("Couldn't activate the scenario", error),
  });
  const deactivate = useMutation({
    mutationFn: async () => (await call(labEndpoints.endScenario)).body,
    onSuccess,
    onError: (error) => notify.error("Couldn't deactivate the scenario", error),
  });
  return { activate, deactivate };
}

/** The demo's record counts and snapshots, for administrators only. */
export const labDataQuery = queryOptions({
  queryKey: ['lab', 'data'],
  queryFn: async ({ signal }) => (await call(labEndpoints.getData, { signal })).body,
  retry: false,
});

/** A change of the demo's data or snapshots. */
export type DataAction =
  | { do: 'reset' }
  | { do: 'generate'; what: 'groups' | 'users'; count: number }
  | { do: 'save' | 'restore' | 'delete'; name: string };

/** Performs an action and invalidates everything that may have changed. */
export function useDataAction() {
  return useMutation({
    mutationFn: perform,
    onSuccess: async (data, action) => {
      // Everyone is signed out, and a fresh page holds none of the old data.
      if (action.do === 'reset' || action.do === 'restore')
        return location.replace('/sign-in?signed_out=reset&return_to=%2Flab');
      queryClient.setQueryData(labDataQuery.queryKey, data);
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
      const { what, count: total } = action;
      return (await call(labEndpoints.generateData, { body: { data: { what, count: total } } })).body;
    }
    case 'save':
      return (await call(labEndpoints.saveSnapshot, { params: { name: action.name } })).body;
    case 'restore':
      return (await call(labEndpoints.restoreSnapshot, { params: { name: action.name } })).body;
    default:
      return (await call(labEndpoints.deleteSnapshot, { params: { name: action.name } })).body;
  }
}

/** Formats record counts: "1,204 groups, 5 users, 4 roles, 1 OIDC provider". */
export function formatCounts(counts: LabCounts): string {
  return [
    count(counts.groups, 'group'),
    count(counts.users, 'user'),
    count(counts.roles, 'role'),
    count(counts.oidc_ops, 'OIDC provider'),
  ].join(', ');
}

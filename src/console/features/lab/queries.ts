import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { labEndpoints } from '../../../contract/endpoints/lab.ts';
import type { LabRule, LabState } from '../../../contract/lab.ts';
import { call } from '../../data/service/call.ts';
import { notify } from '../../data/notifications/notify.ts';

const watchMilliseconds = 5_000;
const idleMilliseconds = 20_000;

/** The demo's scenarios. Polled, because other users may activate one, and each ends automatically. */
export function labQuery() {
  return queryOptions({
    queryKey: ['lab'],
    queryFn: async ({ signal }) => (await call(labEndpoints.getScenario, { signal })).body,
    refetchInterval: ({ state }) => (state.data?.active ? watchMilliseconds : idleMilliseconds),
  });
}

/** What to activate: a predefined scenario or custom rules. */
export type ScenarioChoice = { id: string } | { rules: LabRule[] };

/** Activates and deactivates scenarios. */
export function useScenario() {
  const queryClient = useQueryClient();
  const onSuccess = (state: LabState) => queryClient.setQueryData(labQuery().queryKey, state);
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

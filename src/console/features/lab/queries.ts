import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { labEndpoints } from '../../../contract/endpoints/lab.ts';
import type { LabRule, LabState } from '../../../contract/lab.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';

const watchMilliseconds = 5_000;
const idleMilliseconds = 20_000;

/** The scenarios of the demo, and which is on: others may switch one on, and each ends by itself. */
export function labQuery() {
  return queryOptions({
    queryKey: ['lab'],
    queryFn: async ({ signal }) => (await call(labEndpoints.getScenario, { signal })).body,
    refetchInterval: ({ state }) => (state.data?.active ? watchMilliseconds : idleMilliseconds),
  });
}

/** What to switch on: a ready-made scenario, or one rule of one's own. */
export type Choice = { id: string } | { rules: LabRule[] };

/** Why a switch did not work, in the gateway's own sentences. */
export function detailOf(error: Error): readonly string[] {
  return error instanceof ApiError ? error.detail : [error.message];
}

/** Switches scenarios on and off. */
export function useScenario() {
  const queryClient = useQueryClient();
  const keep = (state: LabState) => queryClient.setQueryData(labQuery().queryKey, state);
  const on = useMutation({
    mutationFn: async (data: Choice) =>
      (await call(labEndpoints.activateScenario, { body: 'id' in data ? { data } : { data } })).body,
    onSuccess: keep,
  });
  const off = useMutation({
    mutationFn: async () => (await call(labEndpoints.endScenario)).body,
    onSuccess: keep,
  });
  return { on, off };
}

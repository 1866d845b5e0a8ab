import { queryOptions } from '@tanstack/react-query';
import type { BodyInputOf } from '../../../contract/endpoint.ts';
import { signInTestsEndpoints } from '../../../contract/endpoints/sign-in-tests.ts';
import type { LastSignInTest, SignInTestStart } from '../../../contract/oidc/sign-in-tests.ts';
import { call } from '../../api/exchange.ts';
import { isStatus } from '../../../client/errors.ts';
import type { RequestData } from './form-values.ts';
import { isPolled, ifAsked } from '../../api/retries.ts';

const pollMilliseconds = 1_000;

/** A running or finished sign-in test; polled until it has finished. */
export function signInTestQuery(id: string) {
  return queryOptions({
    queryKey: ['sign-in-tests', id],
    queryFn: async ({ signal }) =>
      (await call(signInTestsEndpoints.getSignInTest, { params: { id }, signal })).body,
    refetchInterval: ({ state }) =>
      state.data?.finished || isStatus(state.error, 404) ? false : pollMilliseconds,
    // The claims are personal data, so they aren't cached beyond the report.
    gcTime: 0,
    ...ifAsked,
  });
}

/** The last sign-in test of each saved provider, by the provider's path. */
export const lastSignInTestsQuery = queryOptions({
  queryKey: ['oidc-ops', 'last-sign-in-tests'],
  queryFn: async ({ signal, meta }): Promise<ReadonlyMap<string, LastSignInTest>> => {
    const isPolling = isPolled(meta);
    const { body } = await call(signInTestsEndpoints.listLastSignInTests, { signal, isPolling });
    return new Map(body.data.map((test) => [test.oidc_op_resource, test]));
  },
});

/** Starts a sign-in test of a saved provider. @throws ApiError */
export async function startSignInTest(id: number): Promise<SignInTestStart> {
  return (await call(signInTestsEndpoints.startSignInTest, { params: { id } })).body;
}

/** Starts a sign-in test of unsaved values. @param id the provider they're a change of, if any. @throws ApiError */
export async function startDraftSignInTest(
  values: RequestData,
  id: number | undefined,
): Promise<SignInTestStart> {
  const data = { ...values, ...(id === undefined ? {} : { oidc_op_resource: `/oidc_ops/${id}` }) };
  // The form applies the same rules.
  const body = { data } as BodyInputOf<typeof signInTestsEndpoints.startDraftSignInTest>;
  return (await call(signInTestsEndpoints.startDraftSignInTest, { body })).body;
}

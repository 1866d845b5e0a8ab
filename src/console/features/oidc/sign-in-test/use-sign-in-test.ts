import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyInputOf } from '../../../../contract/endpoint.ts';
import { signInTestsEndpoints } from '../../../../contract/endpoints/sign-in-tests.ts';
import type { SignInTest } from '../../../../contract/oidc/sign-in-tests.ts';
import { call } from '../../../api/client.ts';
import { isNotOffered, isStatus } from '../../../api/errors.ts';
import { webAddress } from '../../../lib/web-address.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import { toSignInTestRequest } from '../../../data/oidc/form-values.ts';
import type { Editor } from '../editor/use-editor.ts';

const pollMilliseconds = 1_000;

/** A sign-in test of what the form holds. */
export interface SignInTestControl {
  /** Whether the report is open. */
  open: boolean;
  starting: boolean;
  /** The service has no sign-in tests. */
  absent: boolean;
  /** The authorization URL, for browsers that blocked the window. */
  authorizationUrl: string | undefined;
  blocked: boolean;
  report: SignInTest | undefined;
  problem: string | undefined;
  start(): void;
  close(): void;
}

interface Running {
  id: string;
  authorizationUrl: string;
  blocked: boolean;
}

function signInTestQuery(id: string) {
  return queryOptions({
    queryKey: ['sign-in-tests', id],
    queryFn: async ({ signal }) =>
      (await call(signInTestsEndpoints.getSignInTest, { params: { id }, signal })).body,
    refetchInterval: ({ state }) =>
      state.data?.finished || isStatus(state.error, 404) ? false : pollMilliseconds,
    // The claims are personal data, so they aren't cached beyond the report.
    gcTime: 0,
    retry: false,
  });
}

/** Runs sign-in tests in a window of their own, with what the form holds, saved or not. */
export function useSignInTest(editor: Editor): SignInTestControl {
  const [running, setRunning] = useState<Running>();
  const [starting, setStarting] = useState(false);
  const [absent, setAbsent] = useState(false);
  const id = running?.id ?? '';
  const { data: report, error } = useQuery({ ...signInTestQuery(id), enabled: id !== '' });

  const begin = async (popup: Window | null) => {
    setStarting(true);
    try {
      const { body } = await startSignInTest(editor);
      const authorizationUrl = webAddress(body.authorization_url) ?? '';
      if (popup && authorizationUrl !== '') popup.location.href = authorizationUrl;
      else popup?.close();
      setRunning({
        id: body.oidc_trial_resource.split('/').at(-1) ?? '',
        authorizationUrl,
        blocked: popup === null,
      });
    } catch (failure) {
      popup?.close();
      setRunning(undefined);
      if (isNotOffered(failure)) setAbsent(true);
      else editor.problems.show(failure);
    } finally {
      setStarting(false);
    }
  };

  return {
    open: running !== undefined,
    starting,
    absent,
    authorizationUrl: running?.authorizationUrl,
    blocked: running?.blocked ?? false,
    report,
    problem: isStatus(error, 404)
      ? 'This sign-in test has expired. Tests are kept for ten minutes.'
      : error
        ? sentenceOf(error)
        : undefined,
    start: () => {
      if (!editor.problems.check('sign-in test')) {
        setRunning(undefined);
        return;
      }
      // Opened during the click, because browsers block windows that open later.
      void begin(open('', 'palisade-sign-in-test', 'popup,width=520,height=760'));
    },
    close: () => setRunning(undefined),
  };
}

async function startSignInTest(editor: Editor) {
  const { base, baseValues, values, secret, dirty } = editor;
  if (base && !dirty) return call(signInTestsEndpoints.startSignInTest, { params: { id: base.id } });
  const typed = secret.read();
  const data = {
    ...toSignInTestRequest(base && baseValues, values, typed),
    ...(base && typed === undefined ? { oidc_op_resource: `/oidc_ops/${base.id}` } : {}),
  };
  // The form applies the same rules.
  const body = { data } as BodyInputOf<typeof signInTestsEndpoints.startDraftSignInTest>;
  return call(signInTestsEndpoints.startDraftSignInTest, { body });
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyInputOf } from '../../../../contract/endpoint.ts';
import { oidcTrialsEndpoints } from '../../../../contract/endpoints/oidc-trials.ts';
import type { OidcTrial } from '../../../../contract/oidc/oidc-trials.ts';
import { call } from '../../../api/client.ts';
import { isStatus } from '../../../api/errors.ts';
import { webAddress } from '../../../lib/web-address.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import { toDraftTrial } from '../editor/form-values.ts';
import { isAbsent } from '../queries.ts';
import type { Editor } from '../editor/use-editor.ts';

const pollMilliseconds = 1_000;

/** A dry run of the sign-in, as far as this page knows. */
export interface TrialState {
  /** Whether its report is to be shown. */
  shown: boolean;
  starting: boolean;
  /** The service has no dry runs. */
  absent: boolean;
  /** Where to go on at the provider, for a browser that did not open the window. */
  address: string | undefined;
  blocked: boolean;
  report: OidcTrial | undefined;
  problem: string | undefined;
  start(): void;
  close(): void;
}

interface Running {
  id: string;
  address: string;
  blocked: boolean;
}

function trialQuery(id: string) {
  return queryOptions({
    queryKey: ['oidc-trials', id],
    queryFn: async ({ signal }) =>
      (await call(oidcTrialsEndpoints.getOidcTrial, { params: { id }, signal })).body,
    refetchInterval: ({ state }) =>
      state.data?.finished || isStatus(state.error, 404) ? false : pollMilliseconds,
    // The claims are about a person: nothing of them stays longer than the report.
    gcTime: 0,
    retry: false,
  });
}

/** Tries the sign-in with what the form holds, saved or not, in a window of its own. */
export function useTrial(editor: Editor): TrialState {
  const [running, setRunning] = useState<Running>();
  const [starting, setStarting] = useState(false);
  const [absent, setAbsent] = useState(false);
  const id = running?.id ?? '';
  const { data: report, error } = useQuery({ ...trialQuery(id), enabled: id !== '' });

  const begin = async (popup: Window | null) => {
    setStarting(true);
    try {
      const { body } = await startTrial(editor);
      const address = webAddress(body.authorization_url) ?? '';
      if (popup && address !== '') popup.location.href = address;
      else popup?.close();
      setRunning({
        id: body.oidc_trial_resource.split('/').at(-1) ?? '',
        address,
        blocked: popup === null,
      });
    } catch (failure) {
      popup?.close();
      setRunning(undefined);
      if (isAbsent(failure)) setAbsent(true);
      else editor.refuse(failure);
    } finally {
      setStarting(false);
    }
  };

  return {
    shown: running !== undefined,
    starting,
    absent,
    address: running?.address,
    blocked: running?.blocked ?? false,
    report,
    problem: isStatus(error, 404)
      ? 'The service does not know this dry run any more: it keeps them for ten minutes'
      : error
        ? sentenceOf(error)
        : undefined,
    start: () => {
      if (!editor.checkToTry()) {
        setRunning(undefined);
        return;
      }
      // Opened by the very click: later, the browser would take it for an unwanted one.
      void begin(open('', 'palisade-trial', 'popup,width=520,height=760'));
    },
    close: () => setRunning(undefined),
  };
}

async function startTrial(editor: Editor) {
  const { base, baseValues, values, secret, dirty } = editor;
  if (base && !dirty) return call(oidcTrialsEndpoints.startOidcTrial, { params: { id: base.id } });
  const typed = secret.read();
  const data = {
    ...toDraftTrial(base && baseValues, values, typed),
    ...(base && typed === undefined ? { oidc_op_resource: `/oidc_ops/${base.id}` } : {}),
  };
  // The form was checked against the same rules.
  const body = { data } as BodyInputOf<typeof oidcTrialsEndpoints.startOidcDraftTrial>;
  return call(oidcTrialsEndpoints.startOidcDraftTrial, { body });
}

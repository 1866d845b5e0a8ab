import { useService } from '../../../data/service/use-service.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SignInTest, SignInTestStart } from '../../../../contract/oidc/sign-in-tests.ts';
import { lastPart } from '../../../../contract/path-fields.ts';
import { isStatus } from '../../../../client/errors.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import type { FieldName, FormValues } from '../../../data/oidc/fields.ts';
import { changedFields, toSignInTestRequest } from '../../../data/oidc/form-values.ts';
import { failedStep, stepName } from '../../../data/oidc/sign-in-steps.ts';
import {
  lastSignInTestsQuery,
  signInTestQuery,
  startDraftSignInTest,
  startSignInTest,
} from '../../../data/oidc/sign-in-tests.ts';
import { webAddress } from '../../../lib/web-address.ts';
import type { Editor } from '../form/use-editor.ts';
import { queryClient } from '../../../query-client.ts';

/** Longer than a provider takes to send back someone who has a session there. */
const overdueMilliseconds = 25_000;
/** A window that looks closed earlier was isolated from this page (Cross-Origin-Opener-Policy). */
const isolatedMilliseconds = 3_000;
const checkMilliseconds = 500;

export type SignInTestControl = ReturnType<typeof useSignInTest>;

interface Running {
  id: string;
  authorizationUrl: string;
  window: Window | null;
  blocked: boolean;
  startedAt: number;
}

/** Runs sign-in tests in a window of their own, with what the form holds, saved or not. */
export function useSignInTest(editor: Editor) {
  const [running, setRunning] = useState<Running>();
  const [open, setOpen] = useState(false);
  const [starting, setStarting] = useState(false);
  const { offers } = useService();
  const id = running?.id ?? '';
  const { data: report, error, refetch } = useQuery({ ...signInTestQuery(id), enabled: id !== '' });
  const returned = report?.returned === true || report?.finished === true;
  const waitingFor = returned ? undefined : running;
  const [missed, giveUp] = useMissed(waitingFor, refetch);
  const overdue = missed === 'late';
  const finished = report?.finished === true;
  useEffect(() => {
    if (finished) void queryClient.invalidateQueries(lastSignInTestsQuery);
  }, [finished]);

  const begin = async (popup: Window | null, values: FormValues) => {
    setStarting(true);
    try {
      const started = await sendForm(editor, values);
      const authorizationUrl = webAddress(started.authorization_url) ?? '';
      if (popup && authorizationUrl !== '') popup.location.href = authorizationUrl;
      else popup?.close();
      setRunning({
        id: lastPart(started.oidc_trial_resource),
        authorizationUrl,
        window: popup,
        blocked: popup === null,
        startedAt: performance.now(),
      });
      setOpen(true);
      void queryClient.invalidateQueries(lastSignInTestsQuery);
    } catch (failure) {
      popup?.close();
      setRunning(undefined);
      setOpen(false);
      throw failure;
    } finally {
      setStarting(false);
    }
  };

  return {
    /** Whether the report is open. */
    open,
    starting,
    /** The service has no sign-in tests. */
    absent: !offers('sign-in tests'),
    /** For browsers that blocked the window. */
    authorizationUrl: running?.authorizationUrl,
    blocked: running?.blocked ?? false,
    /** The provider hasn't sent the browser back, and the window was closed or a while has passed. */
    overdue,
    /** The window may be open or closed: its provider isolates it. */
    unseen: missed === 'unseen',
    /** The window was closed, as the user says. */
    giveUp,
    report,
    problem: isStatus(error, 404)
      ? 'This sign-in test has expired. Tests are kept for ten minutes.'
      : error
        ? sentenceOf(error)
        : undefined,
    /** Why the last test failed, in a sentence. */
    failure: failureOf(report, overdue),
    /** Starts a test of the form, with these changes. */
    start: (changes: Partial<FormValues> = {}) => {
      for (const [field, value] of Object.entries(changes)) editor.set(field as FieldName, value);
      running?.window?.close();
      const isReady = editor.test(() => {
        // Opened during the click, because browsers block windows that open later.
        const popup = window.open('', '_blank', 'popup,width=520,height=760');
        // The provider's page must not reach this one.
        if (popup) popup.opener = null;
        return begin(popup, editor.form.getValues());
      });
      if (!isReady) setOpen(false);
    },
    /** The blocked window was opened by hand. */
    continueByHand: () => setRunning(running && { ...running, blocked: false, startedAt: performance.now() }),
    show: () => setOpen(true),
    close: () => setOpen(false),
  };
}

function failureOf(report: SignInTest | undefined, overdue: boolean): string | undefined {
  if (overdue) return "In the last sign-in test, the provider didn't send you back.";
  const failed = report?.finished ? failedStep(report) : undefined;
  return failed && `The last sign-in test failed at “${stepName(failed.name)}”.`;
}

/**
 * Whether the window was closed or should have come back by now (`late`), or can't be seen from here (`unseen`).
 * @param refetch asks whether it came back before it was closed
 * @returns that, and a function that gives up waiting
 */
function useMissed(running: Running | undefined, refetch: () => Promise<unknown>) {
  const [lateId, setLateId] = useState('');
  const [unseenId, setUnseenId] = useState('');
  useEffect(() => {
    if (!running || running.blocked || running.id === lateId) return undefined;
    const { id, window: popup, startedAt } = running;
    let isolated = false;
    const timer = setInterval(() => {
      const passed = performance.now() - startedAt;
      const looksClosed = popup?.closed === true;
      if (passed < isolatedMilliseconds) isolated ||= looksClosed;
      else if (isolated) setUnseenId(id);
      const isClosed = looksClosed && !isolated && document.hasFocus();
      if (!isClosed && passed < overdueMilliseconds) return;
      clearInterval(timer);
      void refetch().finally(() => setLateId(id));
    }, checkMilliseconds);
    return () => clearInterval(timer);
  }, [running, lateId, refetch]);
  const id = running?.id;
  const missed =
    id === undefined ? undefined : id === lateId ? 'late' : id === unseenId ? 'unseen' : undefined;
  return [missed, () => setLateId(id ?? '')] as const;
}

async function sendForm(editor: Editor, values: FormValues): Promise<SignInTestStart> {
  const { base, secret } = editor;
  if (base && !secret.filled && changedFields(base, values).length === 0) return startSignInTest(base.id);
  return startDraftSignInTest(toSignInTestRequest(base, values, secret.read()), base?.id);
}

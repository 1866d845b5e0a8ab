import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState, type RefObject, type SubmitEvent } from 'react';
import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { authenticationEndpoints } from '../../../contract/endpoints/authentication.ts';
import { call } from '../../api/exchange.ts';
import { ApiError } from '../../../client/errors.ts';
import { withoutRequestId } from '../../api/errors.ts';
import { count } from '../../lib/text.ts';
import { withDefaults } from '../../../client/records.ts';
import { notifyOtherTabs } from '../../data/session/channel.ts';
import { authenticationQuery, isSessionLost } from '../../data/session/queries.ts';
import { LostSession } from './lost-session.tsx';
import { LoadingButton, unavailable } from '../../ui/action-button.tsx';
import { queryClient } from '../../query-client.ts';

interface SignInFormProps {
  login: string;
  /** The password stays in the input's value, never in state or attributes. */
  passwordRef: RefObject<HTMLInputElement | null>;
  onLogin(value: string): void;
  onSignedIn(user: AuthenticationResult): void;
}

/** The login and password form. */
export function SignInForm({ login, passwordRef, onLogin, onSignedIn }: SignInFormProps) {
  const [problem, setProblem] = useState<ApiError>();
  const [lost, setLost] = useState(false);
  const [sending, setSending] = useState(false);
  const wait = useCountdown(problem);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // Some password managers fill in fields without an event.
    const filled = new FormData(event.currentTarget).get('username') as string;
    onLogin(filled);
    const input = passwordRef.current;
    const password = input?.value ?? '';
    setSending(true);
    setProblem(undefined);
    setLost(false);
    try {
      const body = { data: { login: filled, password } };
      const response = await call(authenticationEndpoints.signIn, { body });
      if (await isSessionLost()) {
        setLost(true);
        return;
      }
      const user = withDefaults(response.body);
      if (input) input.value = '';
      queryClient.setQueryData(authenticationQuery.queryKey, user);
      notifyOtherTabs({ type: 'signed-in', user: user.user, login: user.login });
      onSignedIn(user);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setSending(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={12}>
        <TextInput
          label="Login"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={login}
          onChange={(event) => onLogin(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          // In a dialog, the login is already filled in.
          data-autofocus
          required
          ref={passwordRef}
        />
        {lost && <LostSession />}
        {problem && (
          <Alert title="Couldn't sign in">
            <Text>
              {problem.status === 429 && problem.retryAfterSeconds !== undefined ? (
                <Wait seconds={problem.retryAfterSeconds} left={wait} />
              ) : (
                whatFailed(problem)
              )}
            </Text>
            {problem.kind === 'sign-in-proxy' && (
              <Button onClick={() => location.reload()}>Reload to sign in</Button>
            )}
            {problem.reference !== undefined && (
              <Text c="dimmed">
                Reference: <code translate="no">{problem.reference}</code>
              </Text>
            )}
          </Alert>
        )}
        <LoadingButton
          type="submit"
          size="sm"
          variant="filled"
          loading={sending}
          {...(wait > 0 && unavailable)}
        >
          Sign in
        </LoadingButton>
      </Stack>
    </form>
  );
}

/** Counts down visually; screen readers hear the full wait once. */
function Wait({ seconds, left }: { seconds: number; left: number }) {
  if (left === 0) return 'You can try again now.';
  const sentence = (wait: number) => `Too many failed sign-ins. Try again in ${count(wait, 'second')}.`;
  return (
    <>
      <span className="visually-hidden">{sentence(seconds)}</span>
      <span aria-hidden="true">{sentence(left)}</span>
    </>
  );
}

function whatFailed(problem: ApiError): string {
  if (problem.status === 401) return 'Wrong login or password.';
  const sentences = withoutRequestId(problem).map(
    (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1),
  );
  return `${sentences.join('. ')}.`;
}

/** The seconds left until a 429's `Retry-After`. What is busy for another reason may be back sooner. */
function useCountdown(problem: ApiError | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const wait = problem?.status === 429 ? (problem.retryAfterSeconds ?? 0) : 0;
    const end = performance.now() + wait * 1000;
    const update = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    update();
    const timer = setInterval(update, 250);
    return () => clearInterval(timer);
  }, [problem]);
  return left;
}

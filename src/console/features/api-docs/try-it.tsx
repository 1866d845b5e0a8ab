import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { Text, Textarea, TextInput, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { type RawResponse, rawCall, sessionExpired } from '../../api/exchange.ts';
import { formatNumber } from '../../lib/text.ts';
import { CodeBlock } from '../../ui/code-block/code-block.tsx';
import { CopyButton } from '../../ui/copyable.tsx';
import classes from './api-docs.module.css';
import type { Operation } from './description.ts';
import { notifyOtherTabs } from '../../data/session/channel.ts';
import { useSession } from '../../data/session/use-session.ts';
import { addressOf, type Values, missingIn, pathOf } from './request.ts';
import { sentencesOf } from '../../api/errors.ts';
import { Name } from '../../ui/name.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirmation.tsx';
import { queryClient } from '../../query-client.ts';

interface TryItProps {
  operation: Operation;
  /** The body to start with. */
  example: string;
}

/** Sends an operation with this browser's session, after a confirmation unless it only reads. */
export function TryIt({ operation, example }: TryItProps) {
  const { user } = useSession();
  const { method, summary } = operation.endpoint;
  const [values, setValues] = useState<Values>(new Map());
  const [body, setBody] = useState(example);
  const [confirming, setConfirming] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const { mutate, isPending, data: response, error } = useSend(operation);
  const send = () => mutate({ values, body });
  const line = `${method} ${pathOf(operation, values)}`;
  const found = problemsOf(operation, values, body);
  const problemOf = (name: string) => (submitted ? found.get(name) : undefined);
  const onSend = () => {
    setSubmitted(found.size > 0);
    if (found.size > 0) return;
    if (method === 'GET') send();
    else setConfirming(true);
  };
  if (operation.responses.some(({ status }) => status === '302'))
    return (
      <section aria-label="Try it">
        <h2>Try it</h2>
        <p className={classes.line}>Open this address in a browser instead.</p>
      </section>
    );
  return (
    <section aria-label="Try it">
      <h2>Try it</h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        <Stack gap={8} mt={8}>
          {operation.parameters.map(({ name, required }) => (
            <TextInput
              key={name}
              label={name}
              required={required}
              value={values.get(name) ?? ''}
              error={problemOf(name)}
              onChange={(event) => setValues(new Map([...values, [name, event.currentTarget.value]]))}
            />
          ))}
          {operation.body && (
            <Textarea
              label="Body"
              autosize
              minRows={4}
              maxRows={18}
              spellCheck={false}
              classNames={{ input: 'mono' }}
              value={body}
              error={problemOf('body')}
              onChange={(event) => setBody(event.currentTarget.value)}
            />
          )}
          <div>
            <ActionButton variant="filled" type="submit" loading={isPending}>
              Send {method}
            </ActionButton>
          </div>
        </Stack>
      </form>
      {error && <ErrorView title={`Couldn't send ${line}`} detail={sentencesOf(error)} />}
      {response && <ResponseView response={response} operation={operation} />}
      {confirming && (
        <ConfirmDialog
          title={`Send ${line}?`}
          action={`Send ${line}`}
          form={{}}
          onConfirm={() => {
            setConfirming(false);
            send();
          }}
          onClose={() => setConfirming(false)}
        >
          <Text>
            {summary}. This sends a real request to the connected service, as <Name>{user.login}</Name>. Its
            changes are permanent.
            {operation.path === '/authentication' && " It changes this browser's session, in every tab."}
          </Text>
        </ConfirmDialog>
      )}
    </section>
  );
}

function problemsOf(operation: Operation, values: Values, body: string): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const name of missingIn(operation, values)) problems.set(name, `${name} is required`);
  if (!operation.body) return problems;
  try {
    JSON.parse(body);
  } catch (error) {
    problems.set('body', `The body isn't JSON: ${(error as Error).message}`);
  }
  return problems;
}

/** Sends an operation, and keeps its last response or error. */
function useSend(operation: Operation) {
  return useMutation({
    mutationFn: ({ values, body }: { values: Values; body: string }) =>
      rawCall({
        called: operation.endpoint,
        address: addressOf(operation, values),
        body: operation.body ? body : undefined,
      }),
    onSuccess: (response) => {
      if (operation.endpoint.method === 'GET') return;
      announceSessionChange(operation.endpoint, response);
      void queryClient.invalidateQueries();
    },
    gcTime: 0,
  });
}

const signedIn = z.object({ user: z.string(), login: z.string() });

/** Notifies this tab and the others after a request has changed the shared session. */
function announceSessionChange({ method, path }: Endpoint, { status, body }: RawResponse): void {
  if (path !== '/authentication') return;
  if (method === 'DELETE' && status === 204) {
    notifyOtherTabs({ type: 'signed-out', how: 'yes' });
    sessionExpired.emit();
  }
  const result = signedIn.safeParse(body);
  if (method === 'POST' && status === 201 && result.success)
    notifyOtherTabs({ type: 'signed-in', ...result.data });
}

/** A response with status, time, size, headers and body. */
function ResponseView({ response, operation }: { response: RawResponse; operation: Operation }) {
  const text = pretty(response.text);
  const declared = operation.responses.some(({ status }) => status === String(response.status));
  return (
    <section aria-label="Response" role="status" className={classes.response}>
      <div className={classes.sampleTitle}>
        <strong className={classes.status} data-failed={response.status >= 400 ? true : undefined}>
          {response.status} {response.statusText}
        </strong>
        <span className="muted">
          {formatNumber(Math.round(response.milliseconds))} ms · {formatNumber(response.bytes)} bytes
        </span>
        {text !== '' && <CopyButton value={text} label="response" />}
      </div>
      {!declared && (
        <p className={classes.line}>Status {response.status} isn't declared for this operation.</p>
      )}
      <details className={classes.nested}>
        <summary>{response.headers.length} headers</summary>
        <CodeBlock label="Response headers">
          {response.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </CodeBlock>
      </details>
      {text === '' ? (
        <p className={classes.line}>No body.</p>
      ) : (
        <CodeBlock label="Response body">{text}</CodeBlock>
      )}
    </section>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

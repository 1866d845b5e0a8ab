import { Button, Group, Title, Box } from '@mantine/core';
import { useMemo } from 'react';
import { CodeBlock } from '../../ui/code-block/code-block.tsx';
import { CopyButton, Copyable } from '../../ui/copyable.tsx';
import classes from './inspector.module.css';
import {
  sizeText,
  textOf,
  clockText,
  pathOf,
  requestIdOf,
  statusOf,
  timeText,
  statusClassOf,
} from './call-views.ts';
import { send } from '../../api/exchange.ts';
import { recordedCalls, type RecordedCall } from '../../api/recorder.ts';
import { secretMark } from '../../../client/redact.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { CopyMenu } from '../../ui/request-view/copy-menu.tsx';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { buildCommands } from '../../api/commands.ts';

/** The response headers to show; the repro bundle has all of them. */
const visibleHeaders = [
  'content-type',
  'location',
  'retry-after',
  'allow',
  'etag',
  'cache-control',
  'preference-applied',
  'www-authenticate',
  'server-timing',
  'x-palisade-scenario',
  'date',
];

interface CallDetailProps {
  call: RecordedCall;
  /** Selects another call; undefined returns to the list. */
  onSelect(id: number | undefined): void;
}

/** A call's request and response, with actions to repeat it. */
export function CallDetail({ call, onSelect }: CallDetailProps) {
  const { endpoint, sent, response, failure, milliseconds } = call;
  const requestId = requestIdOf(call);
  return (
    <article aria-label={`${endpoint.method} ${pathOf(call)}`}>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.back}
        leftSection={<ArrowLeftIcon />}
        onClick={() => onSelect(undefined)}
      >
        All calls
      </Button>
      <Title order={2} size={13} ff="monospace" lh="inherit">
        {endpoint.method} {pathOf(call)}
      </Title>
      <Group gap="0 16px" mih={28}>
        <span className={classes.status} data-status={statusClassOf(call)}>
          {statusOf(call)} {response?.statusText}
        </span>
        {milliseconds !== undefined && <span>{timeText(milliseconds)}</span>}
        {response && <span>{sizeText(response.bytes)}</span>}
        <span>{clockText(call.startedAt)}</span>
        {requestId !== '' && <Copyable value={requestId} label="request ID" />}
      </Group>
      <p className="muted">
        {endpoint.summary}, from {call.page}
      </p>
      <RepeatActions call={call} onSelect={onSelect} />
      <h3 className={classes.part}>Request</h3>
      <HeaderTable label="Request headers" headers={Object.entries(sent.headers)} />
      <BodyView label="Request body" body={sent.body} />
      <h3 className={classes.part}>Response</h3>
      {failure !== undefined && <p>{failure}.</p>}
      {response && (
        <>
          <HeaderTable
            label="Response headers"
            headers={visibleHeaders.flatMap((name): [string, string][] =>
              response.headers[name] === undefined ? [] : [[name, response.headers[name]]],
            )}
          />
          <BodyView label="Response body" body={response.body} />
        </>
      )}
    </article>
  );
}

function RepeatActions({ call, onSelect }: CallDetailProps) {
  const isComplete = !call.sent.address.includes(secretMark);
  return (
    <Group mt={8}>
      <CopyMenu size="compact-sm" label="Copy as…" formats={buildCommands(call)} />
      {call.endpoint.method === 'GET' && isComplete && (
        <ActionButton
          size="compact-sm"
          onClick={() => {
            // The list shows the result, including errors.
            send(call.endpoint, call.sent).catch(() => undefined);
            onSelect(recordedCalls.get()[0]?.id);
          }}
        >
          Send again
        </ActionButton>
      )}
    </Group>
  );
}

function HeaderTable({ label, headers }: { label: string; headers: [string, string][] }) {
  return (
    <dl className={classes.headers} aria-label={label}>
      {headers.map(([name, value]) => (
        <div key={name}>
          <dt>{name.toLowerCase()}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A body as indented JSON. */
function BodyView({ label, body }: { label: string; body: unknown }) {
  const text = useMemo(() => textOf(body), [body]);
  if (text === '') return <p className="muted">No body.</p>;
  return (
    <div className={classes.body}>
      <CodeBlock label={label} className={classes.code}>
        {text}
      </CodeBlock>
      <Box component="span" pos="absolute" top={4} right={4}>
        <CopyButton value={text} label={label.toLowerCase()} />
      </Box>
    </div>
  );
}

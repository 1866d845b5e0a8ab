import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { count, formatNumber, msg } from '../../lib/text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { textColumn } from '../../ui/data-table/time-column.tsx';
import { TableGrid } from '../../ui/data-table/table-grid.tsx';
import { DangerButton } from '../../ui/dialog/confirmation.tsx';
import { Dialog, Sending } from '../../ui/dialog/dialog.tsx';
import { AlertIcon, CheckIcon, JobsIcon } from '../../ui/icons.tsx';
import { WhyLink } from '../../ui/links/why-link.tsx';
import type { Written } from '../write.ts';
import { useBulkRun, type BulkResult } from './use-bulk-run.ts';
import { distinctNames } from '../../lib/matches.ts';

export interface BulkDialogProps<Item> {
  /** The action: "Delete". */
  verb: string;
  /** The same when it's done: "deleted". */
  participle: string;
  /** The singular noun: "user". */
  noun: string;
  /** Whether it can be undone. */
  isSafe?: true;
  items: readonly Item[];
  keyOf(item: Item): string;
  nameOf(item: Item): string;
  /** What the action changes about an item: "Group: Default → Asia Pacific". */
  changeOf?(item: Item): string;
  /** The key of the signed-in user, which is marked. */
  me?: string;
  /** Why an item is left out; undefined for one that isn't. */
  exclusionOf?(item: Item): string | undefined;
  /** Items that the user's own access depends on. */
  own?: {
    /** 0 for others. The higher, the later. */
    rankOf(item: Item): number;
    /** Says that they come last: "You come last". */
    order: string;
  };
  run(item: Item): Promise<Written<unknown>>;
  /**
   * Called once every item has a result, with those that are done, and those that are neither done nor a job's. Called again
   * if more are found to be done.
   */
  onEnd(done: readonly Item[], left: readonly Item[]): void;
  onClose(): void;
  /** The consequences. */
  children: ReactNode;
}

/** Confirms an action on many items, lists all of them, runs it, and shows each one's result. */
export function BulkDialog<Item>(props: BulkDialogProps<Item>) {
  const { verb, participle, noun, items, keyOf, exclusionOf, onClose, own } = props;
  const nameOf = distinctNames(items, props.nameOf, keyOf);
  // Decided when the dialog opens: the jobs that it starts must not change it.
  const [excluded] = useState(
    () => new Map(items.map((item) => [keyOf(item), exclusionOf?.(item)] as const)),
  );
  const included = items.filter((item) => excluded.get(keyOf(item)) === undefined);
  const run = useBulkRun(
    included,
    keyOf,
    props.run,
    (item) => own?.rankOf(item) ?? 0,
    (done, notOver) => {
      const left = items.filter((item) => !included.includes(item) || notOver.includes(item));
      props.onEnd(done, left);
      if (left.length === 0) onClose();
    },
  );
  const { phase, results } = run;
  const labelOf = (item: Item) => (keyOf(item) === props.me ? msg`${nameOf(item)} (you)` : nameOf(item));
  const resultOf = (item: Item) => (
    <Result
      result={results.get(keyOf(item))}
      excluded={excluded.get(keyOf(item))}
      change={phase === 'ended' ? `Not ${participle}` : props.changeOf?.(item)}
      done={participle}
    />
  );
  const header = phase === 'waiting' ? 'Change' : 'Result';
  const columns = [
    textColumn('name', 'Name', 'minmax(120px, 1fr)', labelOf),
    textColumn('result', header, 'minmax(160px, 1.5fr)', () => '', { cell: resultOf }),
  ];
  const isPlain = phase === 'waiting' && !props.changeOf && included.length === items.length;
  const [only] = included;
  const title = msg`${verb} ${included.length === 1 && only ? nameOf(only) : count(included.length, noun)}`;
  const having = (state: BulkResult['state']) =>
    [...results.values()].filter((result) => result.state === state).length;
  const done = having('done');
  const jobs = having('job');
  const unknown = having('unknown');
  const ended = results.size - having('running');
  const hasFailed = (item: Item) => 'detail' in (results.get(keyOf(item)) ?? {});
  // Those that failed would be overlooked below many others.
  const rows =
    phase === 'ended' ? items.toSorted((a, b) => Number(hasFailed(b)) - Number(hasFailed(a))) : items;
  return (
    <Dialog title={title} size="lg" easyToLeave onClose={onClose}>
      <Stack>
        {phase === 'waiting' &&
          (included.length > 0 ? (
            props.children
          ) : (
            <Text size="md">
              None of these {noun}s can be {participle}.
            </Text>
          ))}
        {phase === 'waiting' &&
          own &&
          included.length > 1 &&
          included.some((item) => own.rankOf(item) > 0) && (
            <Text fw={500}>{own.order}, and only if everything else succeeds.</Text>
          )}
        {phase === 'running' && <Sending />}
        {phase === 'running' && (
          <Progress
            value={(ended / Math.max(1, included.length)) * 100}
            size={6}
            transitionDuration={0}
            aria-label={title}
          />
        )}
        {phase !== 'waiting' && (
          <Text role="status">
            {phase === 'running'
              ? `${formatNumber(ended)} of ${count(included.length, noun)}`
              : `${count(done, noun)} ${participle}, ${jobs > 0 ? `${count(jobs, 'job')} started, ` : ''}${unknown > 0 ? `${formatNumber(unknown)} unknown, ` : ''}${formatNumber(included.length - done - jobs - unknown)} not ${participle}`}
          </Text>
        )}
        <Stack gap={0} mah="40dvh">
          <TableGrid
            label={`Selected ${noun}s`}
            noun={noun}
            columns={isPlain ? columns.slice(0, 1) : columns}
            keyOf={keyOf}
            rows={rows}
            rowHeight="auto"
            cards={false}
            selection={undefined}
          />
        </Stack>
        <Buttons
          run={run}
          title={title}
          isSafe={props.isSafe === true}
          disabled={included.length === 0}
          onClose={onClose}
        />
      </Stack>
    </Dialog>
  );
}

interface ButtonsProps {
  run: ReturnType<typeof useBulkRun>;
  /** Says what will be started. */
  title: string;
  isSafe: boolean;
  disabled: boolean;
  onClose(): void;
}

/** Starts the action, stops it, or tries again what failed. */
function Buttons({ run, title, isSafe, disabled, onClose }: ButtonsProps) {
  const { phase, results } = run;
  const Start = isSafe ? ActionButton : DangerButton;
  const canTryAgain = [...results.values()].some(({ state }) => state === 'failed' || state === 'unknown');
  return (
    <Group gap="md" justify="flex-end">
      {phase === 'waiting' && (
        <>
          <Button size="sm" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Start size="sm" variant="filled" disabled={disabled} onClick={run.start}>
            {title}
          </Start>
        </>
      )}
      {phase === 'running' && (
        <Button size="sm" onClick={run.stop}>
          Stop
        </Button>
      )}
      {phase === 'ended' && canTryAgain && (
        <ActionButton size="sm" onClick={run.tryAgain}>
          Try again
        </ActionButton>
      )}
      {phase === 'ended' && (
        <Button variant="filled" size="sm" onClick={onClose}>
          Close
        </Button>
      )}
    </Group>
  );
}

const danger = { icon: AlertIcon, color: 'var(--danger)' };
const looks = {
  running: { icon: JobsIcon, color: undefined },
  done: { icon: CheckIcon, color: 'var(--accent)' },
  job: { icon: JobsIcon, color: undefined },
  unknown: { icon: AlertIcon, color: undefined },
  failed: danger,
  gone: danger,
};

interface ResultProps {
  result: BulkResult | undefined;
  /** Why it's left out; undefined if it isn't. */
  excluded: string | undefined;
  /** What's shown without a result. */
  change: string | undefined;
  /** "deleted" */
  done: string;
}

function Result({ result, excluded, change, done }: ResultProps) {
  if (excluded !== undefined) return <span className="muted">{excluded}</span>;
  if (!result) return change;
  const { icon: Icon, color } = looks[result.state];
  const texts = { running: '…', done: done.charAt(0).toUpperCase() + done.slice(1), job: 'Job started' };
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap" align="flex-start">
      <Icon width={14} height={14} color={color} style={{ flex: 'none', marginTop: 2 }} />
      <span>
        {'detail' in result ? (
          <>
            {result.detail.join('. ')} <WhyLink detail={result.detail} />
          </>
        ) : (
          texts[result.state]
        )}
      </span>
    </Group>
  );
}

import { Box } from '@mantine/core';
import type { CSSProperties, KeyboardEvent } from 'react';
import type { RecordedCall } from '../../api/recorder.ts';
import { rowAfter } from '../../ui/rows/row-keyboard.ts';
import classes from './inspector.module.css';
import { clockText, pathOf, sizeText, statusOf, timeText, statusClassOf } from './call-views.ts';

interface CallListProps {
  calls: readonly RecordedCall[];
  isFiltered: boolean;
  selected: number | undefined;
  onSelect(id: number): void;
}

/** Roughly as many as fit in the list. */
const pageRows = 8;

/** The calls, newest first, by the page that sent them; arrow keys select one. */
export function CallList({ calls, isFiltered, selected, onSelect }: CallListProps) {
  if (calls.length === 0)
    return <p className="muted">{isFiltered ? 'No calls match the filter.' : 'No calls yet.'}</p>;
  const index = calls.findIndex((call) => call.id === selected);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = rowAfter(event.key, index, pageRows, calls.length);
    const call = next === undefined ? undefined : calls[next];
    if (!call) return;
    event.preventDefault();
    onSelect(call.id);
    document.getElementById(optionId(call.id))?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <div className={classes.columns} aria-hidden="true">
        <span>Method</span>
        <span>Path</span>
        <span>Status</span>
        <span className={classes.number}>Time</span>
        <span className={classes.wide}>Started after</span>
        <span className={`${classes.number} ${classes.wide}`}>Size</span>
      </div>
      <div
        role="listbox"
        aria-label="Calls"
        tabIndex={0}
        aria-activedescendant={index === -1 ? undefined : optionId(calls[index]?.id)}
        className={classes.list}
        onKeyDown={onKeyDown}
      >
        {byPage(calls).map((group) => (
          <div key={group[0]?.id} role="group" aria-label={group[0]?.page}>
            <Box p="6px 12px 2px" fz={12} c="dimmed" aria-hidden="true" translate="no">
              {group[0]?.page}
            </Box>
            {group.map((call) => (
              <CallRow
                key={call.id}
                call={call}
                span={spanOf(group)}
                isSelected={call.id === selected}
                onSelect={onSelect}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

/** Consecutive calls of one page. */
function byPage(calls: readonly RecordedCall[]): RecordedCall[][] {
  const groups: RecordedCall[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (last?.[0]?.page === call.page) last.push(call);
    else groups.push([call]);
  }
  return groups;
}

/** When the first of some calls started, and how long they took together, in milliseconds. */
interface Span {
  start: number;
  length: number;
}

function spanOf(calls: readonly RecordedCall[]): Span {
  const start = Math.min(...calls.map(({ startedAt }) => startedAt));
  const end = Math.max(...calls.map(({ startedAt, milliseconds = 0 }) => startedAt + milliseconds));
  return { start, length: Math.max(1, end - start) };
}

interface CallRowProps {
  call: RecordedCall;
  /** Of the page's calls. */
  span: Span;
  isSelected: boolean;
  onSelect(id: number): void;
}

function CallRow({ call, span, isSelected, onSelect }: CallRowProps) {
  const { response, milliseconds } = call;
  // React sets them through the CSSOM, which the Content-Security-Policy allows.
  const bar = {
    '--from': (call.startedAt - span.start) / span.length,
    '--share': (milliseconds ?? 0) / span.length,
  } as CSSProperties;
  return (
    <div
      id={optionId(call.id)}
      role="option"
      aria-selected={isSelected}
      className={classes.row}
      onClick={() => onSelect(call.id)}
    >
      <span className="mono">{call.endpoint.method}</span>
      <span className={classes.path} title={pathOf(call)}>
        {pathOf(call)}
      </span>
      <span className={classes.status} data-status={statusClassOf(call)}>
        {statusOf(call)}
      </span>
      <span className={classes.number}>{milliseconds === undefined ? '…' : timeText(milliseconds)}</span>
      <span
        className={`${classes.waterfall} ${classes.wide}`}
        title={clockText(call.startedAt)}
        aria-hidden="true"
      >
        <span className={classes.bar} style={bar} />
      </span>
      <span className={`${classes.number} ${classes.wide}`}>{response ? sizeText(response.bytes) : ''}</span>
    </div>
  );
}

function optionId(id: number | undefined): string {
  return `recorded-call-${id}`;
}

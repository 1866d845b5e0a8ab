import type { KeyboardEvent } from 'react';
import type { RecordedCall } from '../../api/recorder.ts';
import classes from './inspector.module.css';
import { clockText, pathOf, requestIdOf, sizeText, statusOf, timeText, statusClassOf } from './call-views.ts';

interface CallListProps {
  calls: readonly RecordedCall[];
  isFiltered: boolean;
  selected: number | undefined;
  onSelect(id: number): void;
}

/** The calls, newest first; arrow keys select one. */
export function CallList({ calls, isFiltered, selected, onSelect }: CallListProps) {
  if (calls.length === 0)
    return <p className="muted">{isFiltered ? 'No calls match the filter.' : 'No calls yet.'}</p>;
  const index = calls.findIndex((call) => call.id === selected);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = targetOf(event.key, index, calls.length - 1);
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
        <span className={classes.number}>Size</span>
        <span className={classes.wide}>Started</span>
        <span className={classes.wide}>Request ID</span>
      </div>
      <div
        role="listbox"
        aria-label="Calls"
        tabIndex={0}
        aria-activedescendant={index === -1 ? undefined : optionId(calls[index]?.id)}
        className={classes.list}
        onKeyDown={onKeyDown}
      >
        {calls.map((call) => (
          <CallRow key={call.id} call={call} isSelected={call.id === selected} onSelect={onSelect} />
        ))}
      </div>
    </>
  );
}

interface CallRowProps {
  call: RecordedCall;
  isSelected: boolean;
  onSelect(id: number): void;
}

function CallRow({ call, isSelected, onSelect }: CallRowProps) {
  const { response, milliseconds } = call;
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
      <span className={classes.number}>{response ? sizeText(response.bytes) : ''}</span>
      <time className={classes.wide} dateTime={new Date(call.startedAt).toISOString()}>
        {clockText(call.startedAt)}
      </time>
      <span className={`${classes.path} ${classes.wide}`}>{requestIdOf(call)}</span>
    </div>
  );
}

function optionId(id: number | undefined): string {
  return `recorded-call-${id}`;
}

function targetOf(key: string, index: number, last: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(last, index + 1);
  if (key === 'ArrowUp') return Math.max(0, index - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

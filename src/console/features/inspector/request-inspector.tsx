import { useState, useEffect, useRef, useMemo } from 'react';
import { ActionIcon, Button, Tabs, NativeSelect, Table, Group } from '@mantine/core';
import { TableHead } from '../../ui/item-list/table-head.tsx';
import { inspectorOpen } from '../../data/overlays.ts';
import { ReturnFocus } from '../../ui/focus/return-focus.tsx';
import { Separator } from '../../ui/separator.tsx';
import { useWindowEvent } from '@mantine/hooks';
import classes from './inspector.module.css';
import { clearCalls, recordedCalls, type RecordedCall } from '../../api/recorder.ts';
import { useShortcut } from '../../lib/keys.ts';
import { useStore } from '../../lib/store.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { CallDetail } from './call-detail.tsx';
import { CallList } from './call-list.tsx';
import { watchedIn, type WatchedDeviation } from './deviations.ts';
import { useSaveBundle } from './repro-bundle.ts';
import { pathOf, requestIdOf, statusClassOf } from './call-views.ts';
import { matches } from '../../lib/matches.ts';
import { count } from '../../lib/text.ts';

/** This tab's API calls, below the page, which stays usable. They're kept only in memory. */
export function RequestInspector({ onClose }: { onClose(): void }) {
  const calls = useStore(recordedCalls);
  const watched = useMemo(() => watchedIn(calls), [calls]);
  const [tab, setTab] = useState<string | null>('calls');
  const [filter, setFilter] = useState(noFilter);
  // The newest one: what has just happened is what it's opened for. Where it would hide the list, none.
  const [selected, setSelected] = useState(() =>
    matchMedia('(min-width: 56.25em)').matches ? calls[0]?.id : undefined,
  );
  const { height, separator } = useHeight();
  const panel = useRef<HTMLElement>(null);
  const saveBundle = useSaveBundle(calls, watched);
  const found = filterCalls(calls, filter);
  const call = calls.find((one) => one.id === selected);
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--inspector-height', `${height}px`);
    return () => void style.removeProperty('--inspector-height');
  }, [height]);
  useEffect(() => {
    const list = panel.current?.querySelector<HTMLElement>('[role=listbox]');
    (list ?? panel.current)?.focus({ preventScroll: true });
  }, []);
  // It's above the page: if nothing has the focus, it's closed first.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.target !== document.body) return;
      event.preventDefault();
      onClose();
    },
    { capture: true },
  );
  return (
    <section
      ref={panel}
      aria-label="Request inspector"
      tabIndex={-1}
      className={classes.panel}
      style={{ height }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Closes nothing else.
        event.preventDefault();
        onClose();
      }}
    >
      {separator}
      <Tabs value={tab} onChange={setTab} classNames={{ root: classes.tabs, panel: classes.content }}>
        <div className={classes.head}>
          <Tabs.List className={classes.tabList}>
            <Tabs.Tab value="calls">Calls {calls.length}</Tabs.Tab>
            <Tabs.Tab value="contract">Contract watch {watched.length}</Tabs.Tab>
          </Tabs.List>
          <Group py={4}>
            <Button size="compact-sm" onClick={() => void saveBundle()}>
              Save repro bundle
            </Button>
            <Button size="compact-sm" onClick={clearCalls}>
              Clear
            </Button>
            <ActionIcon size={28} aria-label="Close the request inspector" onClick={onClose}>
              <CloseIcon />
            </ActionIcon>
          </Group>
        </div>
        <Tabs.Panel value="calls">
          <div className={classes.panes} data-detail={call ? true : undefined}>
            <div className={classes.listPane}>
              <CallFilterBar filter={filter} onChange={setFilter} />
              <CallList
                calls={found}
                isFiltered={found.length < calls.length}
                selected={selected}
                onSelect={setSelected}
              />
            </div>
            <div className={classes.detail}>
              {call ? (
                <CallDetail key={call.id} call={call} onSelect={setSelected} />
              ) : (
                <p className="muted">Select a call to see its request and response.</p>
              )}
            </div>
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="contract">
          <DeviationList
            watched={watched}
            onShow={(id) => {
              setFilter(noFilter);
              setSelected(id);
              setTab('calls');
            }}
          />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

const least = 160;
// Kept until the page is closed.
let last = 340;

/** The height of the inspector, and the separator that changes it. */
function useHeight() {
  const [height, setHeight] = useState(last);
  const most = Math.max(least, window.innerHeight - 180);
  const current = Math.min(height, most);
  const separator = (
    <Separator
      label="Height of the request inspector"
      axis="y"
      value={current}
      least={least}
      most={most}
      step={32}
      className={classes.separator}
      onChange={(value) => {
        last = value;
        setHeight(value);
      }}
    />
  );
  return { height: current, separator };
}

/** The request inspector while it's open, on Ctrl ⇧ I or ⌘ ⇧ I. */
export function InspectorPanel() {
  const open = useStore(inspectorOpen);
  useShortcut('i', () => inspectorOpen.set(!inspectorOpen.get()), { shift: true });
  if (!open) return null;
  return (
    <ReturnFocus>
      <RequestInspector onClose={() => inspectorOpen.set(false)} />
    </ReturnFocus>
  );
}

/** Which calls to list. Empty parts match every call. */
interface CallFilter {
  text: string;
  method: string;
  status: StatusClass | '';
}

const statusClasses = [
  { value: '2xx', label: '2xx Success' },
  { value: '4xx', label: '4xx Client errors' },
  { value: '5xx', label: '5xx Server errors' },
  { value: 'none', label: 'No response' },
] as const;
type StatusClass = (typeof statusClasses)[number]['value'];

const noFilter: CallFilter = { text: '', method: '', status: '' };

/** The calls that match a filter. Its text is searched for in path, request ID, page and summary. */
function filterCalls(calls: readonly RecordedCall[], filter: CallFilter): readonly RecordedCall[] {
  return calls.filter(
    (call) =>
      (filter.method === '' || call.endpoint.method === filter.method) &&
      (filter.status === '' || statusClassOf(call) === filter.status) &&
      matches(filter.text, pathOf(call), requestIdOf(call), call.page, call.endpoint.summary),
  );
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'];

interface CallFilterBarProps {
  filter: CallFilter;
  onChange(filter: CallFilter): void;
}

/** Filters the list of calls by text, method and status. */
function CallFilterBar({ filter, onChange }: CallFilterBarProps) {
  return (
    <div className={classes.filter}>
      <SearchInput
        label="Filter calls"
        placeholder="Path, page or request ID"
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
        className={classes.filterText}
      />
      <NativeSelect
        aria-label="Method"
        value={filter.method}
        data={[
          { value: '', label: 'All methods' },
          ...methods.map((method) => ({ value: method, label: method })),
        ]}
        onChange={(event) => onChange({ ...filter, method: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Status"
        value={filter.status}
        data={[{ value: '', label: 'All statuses' }, ...statusClasses]}
        // The options above are all there is.
        onChange={(event) => onChange({ ...filter, status: event.currentTarget.value as StatusClass | '' })}
      />
    </div>
  );
}

interface DeviationListProps {
  watched: readonly WatchedDeviation[];
  onShow(id: number): void;
}

/** Lists where the service's responses deviate from the contract. */
function DeviationList({ watched, onShow }: DeviationListProps) {
  if (watched.length === 0)
    return <p className="muted">Every response in this tab conforms to the contract.</p>;
  return (
    <div className={classes.watch} tabIndex={0} role="region" aria-label="Deviations from the contract">
      <Table stickyHeader verticalSpacing={6}>
        <TableHead
          columns={[
            'Deviation',
            'Response',
            'Described in',
            'Seen in',
            <span key="call" className="visually-hidden">
              Call
            </span>,
          ]}
        />
        <Table.Tbody>
          {watched.map((one) => (
            <Table.Tr key={one.key}>
              <Table.Td>
                <strong>{one.kind}</strong> {one.field && <code translate="no">{one.field}</code>}
                <div className="muted">
                  {one.detail}
                  {one.records > 1 && `, in ${one.sampled ? 'at least ' : ''}${count(one.records, 'record')}`}
                </div>
              </Table.Td>
              <Table.Td>
                <code translate="no">{one.response}</code>
                <div className="muted">{one.summary}</div>
              </Table.Td>
              <Table.Td>{one.reference}</Table.Td>
              <Table.Td>{count(one.times, 'response')}</Table.Td>
              <Table.Td>
                <Button size="compact-sm" onClick={() => onShow(one.lastCall)}>
                  Show call
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

import { useState, useEffect, useRef, useMemo } from 'react';
import { ActionIcon, Button, Tabs } from '@mantine/core';
import { setInspectorOpen, toggleInspector, useInspectorOpen } from '../../data/overlays.ts';
import { ReturnFocus } from '../../ui/focus/return-focus.tsx';
import { Separator } from '../../ui/separator.tsx';
import classes from './inspector.module.css';
import { clearCalls, recordedCalls } from '../../api/recorder.ts';
import { useShortcut } from '../../lib/keys.ts';
import { useStore } from '../../lib/store.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { CallDetail } from './call-detail.tsx';
import { filterCalls, noFilter, CallFilterBar } from './call-filter.tsx';
import { CallList } from './call-list.tsx';
import { watchedIn } from './deviations.ts';
import { DeviationList } from './deviation-list.tsx';
import { useExports } from './call-files.ts';

/** This tab's API calls, below the page, which stays usable. They're kept only in memory. */
export function RequestInspector({ onClose }: { onClose(): void }) {
  const calls = useStore(recordedCalls);
  const watched = useMemo(() => watchedIn(calls), [calls]);
  const [tab, setTab] = useState<string | null>('calls');
  const [filter, setFilter] = useState(noFilter);
  const [selected, setSelected] = useState<number>();
  const { height, separator } = useHeight();
  const panel = useRef<HTMLElement>(null);
  const { exportHar, saveBundle } = useExports(calls, watched);
  const matches = filterCalls(calls, filter);
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
  return (
    <section
      ref={panel}
      aria-label="Request inspector"
      tabIndex={-1}
      className={classes.panel}
      style={{ height }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      {separator}
      <Tabs value={tab} onChange={setTab} classNames={{ root: classes.tabs, panel: classes.content }}>
        <div className={classes.head}>
          <Tabs.List className={classes.tabList}>
            <Tabs.Tab value="calls">Calls {calls.length}</Tabs.Tab>
            <Tabs.Tab value="contract">Contract watch {watched.length}</Tabs.Tab>
          </Tabs.List>
          <div className={classes.actions}>
            <Button size="compact-sm" onClick={exportHar}>
              Export HAR
            </Button>
            <Button size="compact-sm" onClick={() => void saveBundle()}>
              Save repro bundle
            </Button>
            <Button size="compact-sm" onClick={clearCalls}>
              Clear
            </Button>
            <ActionIcon size={28} aria-label="Close the request inspector" onClick={onClose}>
              <CloseIcon />
            </ActionIcon>
          </div>
        </div>
        <Tabs.Panel value="calls">
          <div className={classes.panes} data-detail={call ? true : undefined}>
            <div className={classes.listPane}>
              <CallFilterBar filter={filter} onChange={setFilter} />
              <CallList
                calls={matches}
                isFiltered={matches.length < calls.length}
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
  const open = useInspectorOpen();
  useShortcut('i', toggleInspector, { shift: true });
  if (!open) return null;
  return (
    <ReturnFocus>
      <RequestInspector onClose={() => setInspectorOpen(false)} />
    </ReturnFocus>
  );
}

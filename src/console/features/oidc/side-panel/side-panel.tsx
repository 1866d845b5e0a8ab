import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { ChecksPanel } from './checks-panel.tsx';
import { useEditorParts } from '../form/editor-context.ts';
import classes from '../form/editor.module.css';
import { PreviewPanel } from './preview-panel.tsx';
import { RequestPanel } from './request-panel.tsx';
import { SetupPanel } from './setup-panel.tsx';

const panels = Object.entries({
  Preview: PreviewPanel,
  Checks: ChecksPanel,
  Request: RequestPanel,
  Setup: SetupPanel,
});

/** Beside the form: the sign-in page, the checks, the request, and how to set up the provider. */
export function SidePanel() {
  const { checks } = useEditorParts();
  const [tab, setTab] = useState<string | null>('Preview');
  const serious = checks.filter(({ kind }) => kind !== 'info').length;
  const badge = serious > 0 && <span className={classes.count}>{serious}</span>;
  return (
    <aside className={classes.sidePanel} aria-label="About this provider">
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List grow>
          {panels.map(([title]) => (
            <Tabs.Tab key={title} value={title} rightSection={title === 'Checks' && badge}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {panels.map(([title, Panel]) => (
          <Tabs.Panel key={title} value={title} p={16}>
            <Panel />
          </Tabs.Panel>
        ))}
      </Tabs>
    </aside>
  );
}

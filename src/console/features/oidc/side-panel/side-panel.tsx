import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { ChecksPanel } from './checks-panel.tsx';
import { useEditorParts } from '../editor/editor-context.ts';
import classes from '../editor/editor.module.css';
import { PreviewPanel } from './preview-panel.tsx';
import { RequestPanel } from './request-panel.tsx';
import { SetupPanel } from './setup-panel.tsx';

/** Beside the form: the sign-in page, the checks, the request, and how to set up the provider. */
export function SidePanel() {
  const { checks } = useEditorParts();
  const [tab, setTab] = useState<string | null>('preview');
  const serious = checks.filter(({ kind }) => kind !== 'info').length;
  return (
    <aside className={classes.sidePanel} aria-label="About this provider">
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List grow>
          <Tabs.Tab value="preview">Preview</Tabs.Tab>
          <Tabs.Tab
            value="checks"
            rightSection={serious > 0 && <span className={classes.count}>{serious}</span>}
          >
            Checks
          </Tabs.Tab>
          <Tabs.Tab value="request">Request</Tabs.Tab>
          <Tabs.Tab value="setup">Setup</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="preview" p={16}>
          <PreviewPanel />
        </Tabs.Panel>
        <Tabs.Panel value="checks" p={16}>
          <ChecksPanel />
        </Tabs.Panel>
        <Tabs.Panel value="request" p={16}>
          <RequestPanel />
        </Tabs.Panel>
        <Tabs.Panel value="setup" p={16}>
          <SetupPanel />
        </Tabs.Panel>
      </Tabs>
    </aside>
  );
}

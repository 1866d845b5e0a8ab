import { Drawer, Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { ScenarioList } from './scenario-list.tsx';

/** The scenarios, in a drawer over the current page. */
export function LabDrawer({ onClose }: { onClose(): void }) {
  return (
    <Drawer opened onClose={onClose} size={440} title="Scenarios">
      <Suspense fallback={<Skeleton h={240} />}>
        <ScenarioList />
      </Suspense>
    </Drawer>
  );
}

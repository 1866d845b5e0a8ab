import { Stack, Title } from '@mantine/core';
import { Page } from '../../ui/page.tsx';
import { DataSection } from './data-section.tsx';
import classes from './lab.module.css';
import { ScenarioList } from './scenario-list.tsx';

/** The demo's Lab: demo data and scenarios. */
export function LabPage() {
  return (
    <Page title="Lab">
      <Stack gap="xl" className={classes.page}>
        <section aria-labelledby="demo-data">
          <Title order={2} id="demo-data" mb="xs">
            Demo data
          </Title>
          <DataSection />
        </section>
        <section aria-labelledby="scenarios">
          <Title order={2} id="scenarios" mb="xs">
            Scenarios
          </Title>
          <ScenarioList />
        </section>
      </Stack>
    </Page>
  );
}

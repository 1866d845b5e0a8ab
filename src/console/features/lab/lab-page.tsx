import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { gatewayQuery } from '../../data/session/queries.ts';
import { Page } from '../../ui/page.tsx';
import { DataSection } from './data-section.tsx';
import classes from './lab.module.css';
import { ScenarioList } from './scenario-list.tsx';

/** The demo's Lab: demo data and scenarios. */
export function LabPage() {
  const { data: gateway } = useQuery(gatewayQuery());
  return (
    <Page title="Lab">
      <div className={classes.page}>
        {gateway?.lab === false ? (
          <p>The Lab is only available in the demo.</p>
        ) : (
          <Stack gap="xl">
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
        )}
      </div>
    </Page>
  );
}

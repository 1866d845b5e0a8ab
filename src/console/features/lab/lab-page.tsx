import { Box, Stack } from '@mantine/core';
import { Page } from '../../ui/page.tsx';
import { DataSection } from './data-section.tsx';
import { ScenarioList } from './scenario-list.tsx';
import { Section } from '../../ui/section.tsx';

/** The demo's Lab: demo data and scenarios. */
export function LabPage() {
  return (
    <Page title="Lab" type="list" help="qa">
      <Stack gap="xl">
        <Section id="demo-data" title="Demo data" mb="xs">
          <Box maw={720}>
            <DataSection />
          </Box>
        </Section>
        <Section id="scenarios" title="Scenarios" mb="xs">
          <ScenarioList />
        </Section>
      </Stack>
    </Page>
  );
}

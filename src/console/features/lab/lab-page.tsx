import classes from './lab.module.css';
import { Page } from '../../ui/page.tsx';
import { DataSection } from './data-section.tsx';
import { ScenarioList } from './scenario-list.tsx';
import { Section } from '../../ui/section.tsx';

/** The demo's Lab: demo data and scenarios. */
export function LabPage() {
  return (
    <Page title="Lab" type="list" help="qa">
      <div className={classes.columns}>
        <Section id="scenarios" title="Scenarios" mb="xs">
          <ScenarioList />
        </Section>
        <Section id="demo-data" title="Demo data" mb="xs">
          <DataSection />
        </Section>
      </div>
    </Page>
  );
}

import { Button } from '@mantine/core';
import type { LabScenario } from '../../../contract/lab.ts';
import classes from './lab.module.css';

interface AskedScenarioProps {
  /** Undefined where there is none of that id. */
  scenario: LabScenario | undefined;
  id: string;
  loading: boolean;
  onSwitchOn(): void;
  onDismiss(): void;
}

/** Asks before the scenario of a link is on: a link may come from anybody, and a scenario is on for everybody. */
export function AskedScenario({ scenario, id, loading, onSwitchOn, onDismiss }: AskedScenarioProps) {
  return (
    <section aria-label="Scenario of the link" className={classes.banner}>
      {scenario ? (
        <span>
          This link asks for the scenario <strong>{scenario.name}</strong>, for everybody who uses this
          gateway. {scenario.what}
        </span>
      ) : (
        <span>This link asks for the scenario {id.slice(0, 60)}, which there is not.</span>
      )}
      {scenario && (
        <Button size="compact-sm" loading={loading} onClick={onSwitchOn}>
          Switch on {scenario.name}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={onDismiss}>
        {scenario ? 'Leave it off' : 'Dismiss'}
      </Button>
    </section>
  );
}

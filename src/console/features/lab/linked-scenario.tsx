import { Button } from '@mantine/core';
import type { LabScenario } from '../../../contract/lab.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import classes from './lab.module.css';
import { Name } from '../../ui/name.tsx';
import { msg } from '../../lib/text.ts';

interface LinkedScenarioProps {
  /** Undefined if no scenario has this ID. */
  scenario: LabScenario | undefined;
  id: string;
  loading: boolean;
  onActivate(): void;
  onDismiss(): void;
}

/** Asks before activating a scenario from a link: anyone may send a link, and a scenario affects everyone. */
export function LinkedScenario({ scenario, id, loading, onActivate, onDismiss }: LinkedScenarioProps) {
  return (
    <section aria-label="Linked scenario" className={classes.banner}>
      {scenario ? (
        <span>
          This link activates the scenario <Name as="strong">{scenario.name}</Name> for everyone who uses this
          gateway. {scenario.what}
        </span>
      ) : (
        <span>This link activates the scenario {id.slice(0, 60)}, which doesn't exist.</span>
      )}
      {scenario && (
        <ActionButton variant="filled" size="compact-sm" loading={loading} onClick={onActivate}>
          {msg`Activate ${scenario.name}`}
        </ActionButton>
      )}
      <Button size="compact-sm" onClick={onDismiss}>
        Dismiss
      </Button>
    </section>
  );
}

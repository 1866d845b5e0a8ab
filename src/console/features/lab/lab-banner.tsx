import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LabScenario } from '../../../contract/lab.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import classes from './lab.module.css';
import { Name } from '../../ui/name.tsx';
import { msg } from '../../lib/text.ts';
import { useCommands } from '../../data/commands.ts';
import { labQuery, useScenario } from './queries.ts';

/** The scenario ID in the first page's address, `?scenario=<id>`, until it's activated or dismissed. */
let linkedId = new URLSearchParams(location.search).get('scenario');

/** Shows the active scenario on every page, and asks before activating one from a link. */
export function LabBanner() {
  const { data } = useQuery(labQuery);
  const { activate, deactivate } = useScenario();
  const [pending, setPending] = useState(linkedId);
  useCommands(
    (data?.scenarios ?? []).map(({ id, name }) => ({
      id: `scenario-${id}`,
      isOfLab: true,
      ...(data?.active?.id === id
        ? { label: msg`Deactivate ${name}`, run: () => deactivate.mutate(undefined) }
        : { label: msg`Activate ${name}`, run: () => activate.mutate({ id }) }),
    })),
  );
  if (!data) return null;
  const dismiss = () => {
    linkedId = null;
    setPending(null);
  };
  const scenario = data.scenarios.find(({ id }) => id === pending);
  return (
    <>
      {data.active && (
        <div role="status" aria-label="Scenario" className={classes.banner}>
          <span>
            The scenario <Name as="strong">{data.active.name}</Name> is active for everyone who uses this
            gateway.
          </span>
          <ActionButton
            size="compact-sm"
            loading={deactivate.isPending}
            onClick={() => deactivate.mutate(undefined, { onSuccess: dismiss })}
          >
            Deactivate
          </ActionButton>
        </div>
      )}
      {pending !== null && data.active?.id !== pending && (
        <LinkedScenario
          scenario={scenario}
          id={pending}
          loading={activate.isPending}
          onActivate={() => activate.mutate({ id: pending }, { onSuccess: dismiss })}
          onDismiss={dismiss}
        />
      )}
    </>
  );
}

interface LinkedScenarioProps {
  /** Undefined if no scenario has this ID. */
  scenario: LabScenario | undefined;
  id: string;
  loading: boolean;
  onActivate(): void;
  onDismiss(): void;
}

/** Asks before activating a scenario from a link: anyone may send a link, and a scenario affects everyone. */
function LinkedScenario({ scenario, id, loading, onActivate, onDismiss }: LinkedScenarioProps) {
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

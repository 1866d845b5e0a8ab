import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../../data/notifications/notify.ts';
import { AskedScenario } from './linked-scenario.tsx';
import classes from './lab.module.css';
import { labQuery, useScenario } from './queries.ts';

/** A scenario asked for in the address of the first page, `?scenario=<id>`, until that is answered. */
let asked = new URLSearchParams(location.search).get('scenario');

/** Says that a scenario is on, on every page, and asks about the one of a link. */
export function LabBanner({ onOpen }: { onOpen(): void }) {
  const { data } = useQuery(labQuery());
  const { on, off } = useScenario();
  const [pending, setPending] = useState(asked);
  if (!data) return null;
  const settled = () => {
    asked = null;
    setPending(null);
  };
  const scenario = data.scenarios.find(({ id }) => id === pending);
  const onError = (error: Error) => notify.error(`${scenario?.name} is not on`, error);
  return (
    <>
      {data.active && (
        <div role="status" aria-label="Scenario" className={classes.banner}>
          <span>
            The scenario <strong>{data.active.name}</strong> is on for everybody who uses this gateway.
          </span>
          <Button
            size="compact-sm"
            variant="default"
            loading={off.isPending}
            onClick={() => off.mutate(undefined, { onSuccess: settled })}
          >
            Switch off
          </Button>
          <Button size="compact-sm" variant="default" onClick={onOpen}>
            Show scenarios
          </Button>
        </div>
      )}
      {pending !== null && data.active?.id !== pending && (
        <AskedScenario
          scenario={scenario}
          id={pending}
          loading={on.isPending}
          onSwitchOn={() => on.mutate({ id: pending }, { onSuccess: settled, onError })}
          onDismiss={settled}
        />
      )}
    </>
  );
}

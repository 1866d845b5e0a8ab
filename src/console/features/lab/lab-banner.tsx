import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { notify } from '../../notifications/notify.ts';
import classes from './lab.module.css';
import { labQuery, useScenario } from './queries.ts';

/** A scenario asked for in the address of the first page: `?scenario=<id>`. */
const asked = new URLSearchParams(location.search).get('scenario');

/** Says that a scenario is on, on every page. */
export function LabBanner({ onOpen }: { onOpen(): void }) {
  const { data } = useQuery(labQuery());
  const { on, off } = useScenario();
  const once = useRef(false);
  useEffect(() => {
    if (asked === null || once.current) return;
    once.current = true;
    on.mutate({ id: asked }, { onError: (error) => notify.error(`The scenario ${asked} is not on`, error) });
  }, [on]);
  if (!data?.active) return null;
  return (
    <div role="status" aria-label="Scenario" className={classes.banner}>
      <span>
        The scenario <strong>{data.active.name}</strong> is on for everybody who uses this gateway.
      </span>
      <Button size="compact-xs" variant="default" loading={off.isPending} onClick={() => off.mutate()}>
        Switch off
      </Button>
      <Button size="compact-xs" variant="default" onClick={onOpen}>
        Show scenarios
      </Button>
    </div>
  );
}

import { Button, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Copyable } from '../../ui/copyable.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { ActiveScenario } from './active-scenario.tsx';
import classes from './lab.module.css';
import { detailOf, labQuery, useScenario } from './queries.ts';
import { RuleForm } from './rule-form.tsx';

/** The scenarios of the demo: what is on, the ready-made ones, and a rule of one's own. */
export function ScenarioList() {
  const { data } = useSuspenseQuery(labQuery());
  const { on } = useScenario();
  return (
    <Stack gap="md">
      <Text size="sm" className="muted">
        Scenarios make the embedded service slow, broken or different, for everybody who uses this gateway.
        Nothing is simulated in the browser: every client sees the same.
      </Text>
      {data.active && <ActiveScenario active={data.active} endpoints={data.endpoints} />}
      {on.error && <ErrorView title="The scenario is not on" detail={detailOf(on.error)} />}
      <section aria-labelledby="ready-made">
        <Title order={3} id="ready-made" mb="xs">
          Ready-made
        </Title>
        <ul className={classes.list}>
          {data.scenarios.map(({ id, name, what }) => (
            <li key={id} className={classes.row}>
              <div className={classes.words}>
                <Text size="sm" fw={600}>
                  {name}
                </Text>
                <Text size="sm" className="muted">
                  {what}
                </Text>
                <Copyable value={`${location.origin}/?scenario=${id}`} label={`link to ${name}`} />
              </div>
              <Button
                size="xs"
                variant="default"
                disabled={data.active?.id === id}
                aria-label={data.active?.id === id ? `${name} is on` : `Switch on ${name}`}
                onClick={() => on.mutate({ id })}
              >
                {data.active?.id === id ? 'On' : 'Switch on'}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="own-rule">
        <Title order={3} id="own-rule" mb="xs">
          A rule of your own
        </Title>
        <RuleForm endpoints={data.endpoints} active={data.active} />
      </section>
    </Stack>
  );
}

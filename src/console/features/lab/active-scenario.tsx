import { Button, Group, List, Text } from '@mantine/core';
import type { LabState } from '../../../contract/lab.ts';
import classes from './lab.module.css';
import { useScenario } from './queries.ts';
import { effectNames } from './rule-form-values.ts';

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'long' });

interface ActiveScenarioProps {
  active: NonNullable<LabState['active']>;
  endpoints: LabState['endpoints'];
}

/** What is on, how often it has acted, and the way to end it. */
export function ActiveScenario({ active, endpoints }: ActiveScenarioProps) {
  const { off } = useScenario();
  const nameOf = (endpoint: string) => {
    if (endpoint === '*') return 'Every endpoint';
    const known = endpoints.find(({ name }) => name === endpoint);
    return known ? `${known.method} ${known.path}` : endpoint;
  };
  return (
    <section className={classes.active} aria-label="Active scenario">
      <Text size="sm" fw={600} mb={4}>
        {active.name} is on
      </Text>
      <List size="sm" mb="xs">
        {active.rules.map((rule, index) => (
          // Rules have no id and keep their order.
          // oxlint-disable-next-line react/no-array-index-key
          <List.Item key={index}>
            {nameOf(rule.endpoint)}: {effectNames[rule.effect.kind].toLowerCase()} (
            {rule.left === null ? 'until switched off' : `${rule.left} to come`}, {rule.used} so far)
          </List.Item>
        ))}
      </List>
      <Group gap="sm">
        <Button size="xs" loading={off.isPending} onClick={() => off.mutate()}>
          Switch off {active.name}
        </Button>
        <Text size="sm">Ends by itself at {clock.format(new Date(active.expires_at))}</Text>
      </Group>
    </section>
  );
}

import { Group, List, Text } from '@mantine/core';
import type { LabState } from '../../../contract/lab.ts';
import classes from './lab.module.css';
import { ActionButton } from '../../ui/action-button.tsx';
import { count, msg } from '../../lib/text.ts';
import { useScenario } from './queries.ts';
import { effectNames } from './rule-form-values.ts';
import { Name } from '../../ui/name.tsx';

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'long' });

interface ActiveScenarioProps {
  active: NonNullable<LabState['active']>;
  endpoints: LabState['endpoints'];
}

/** The active scenario, how often each rule was applied, and a button to deactivate it. */
export function ActiveScenario({ active, endpoints }: ActiveScenarioProps) {
  const { deactivate } = useScenario();
  const nameOf = (endpoint: string) => {
    if (endpoint === '*') return 'Every endpoint';
    const known = endpoints.find(({ name }) => name === endpoint);
    return known ? `${known.method} ${known.path}` : endpoint;
  };
  return (
    <section className={classes.active} aria-label="Active scenario">
      <Text fw={600} mb={4}>
        {msg`${active.name}: active`}
      </Text>
      <List size="sm" mb="xs">
        {active.rules.map((rule, index) => (
          // Rules have no id and keep their order.
          // oxlint-disable-next-line react/no-array-index-key
          <List.Item key={index}>
            <Name>{nameOf(rule.endpoint)}</Name>: {effectNames[rule.effect.kind].toLowerCase()} (
            {rule.left === null ? 'until deactivated' : `${rule.left} left`}, used {count(rule.used, 'time')})
          </List.Item>
        ))}
      </List>
      <Group gap="sm">
        <ActionButton variant="filled" loading={deactivate.isPending} onClick={() => deactivate.mutate()}>
          {msg`Deactivate ${active.name}`}
        </ActionButton>
        <Text>Deactivates automatically at {clock.format(new Date(active.expires_at))}</Text>
      </Group>
    </section>
  );
}

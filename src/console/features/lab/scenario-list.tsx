import { Drawer, Skeleton, Group, List, Switch, Text, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { LabState } from '../../../contract/lab.ts';
import classes from './lab.module.css';
import { ActionButton } from '../../ui/action-button.tsx';
import { count, msg } from '../../lib/text.ts';
import { useScenario, labQuery } from './queries.ts';
import { effectNames } from './rule-form-values.ts';
import { Name } from '../../ui/name.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { RuleForm } from './rule-form.tsx';
import { Section } from '../../ui/section.tsx';
import { formatTime } from '../../lib/preferences/zoned-time.ts';

/** The demo's scenarios: the active one, the predefined ones by category, and the custom rule form. */
export function ScenarioList() {
  const { data } = useSuspenseQuery(labQuery());
  const { activate, deactivate } = useScenario();
  return (
    <Stack gap="md">
      <Text c="dimmed">
        Scenarios make the embedded service slow, faulty or older, for everyone who uses this gateway. The
        service itself changes, so every client is affected.
      </Text>
      {data.active && <ActiveScenario active={data.active} endpoints={data.endpoints} />}
      {[...new Set(data.scenarios.map(({ category }) => category))].map((category) => (
        <Section
          key={category}
          id={`category-${category.replaceAll(' ', '-')}`}
          title={category}
          order={3}
          mb="xs"
        >
          <ul className={classes.board}>
            {data.scenarios
              .filter((scenario) => scenario.category === category)
              .map(({ id, name, what }) => (
                <li key={id} className={classes.card} data-active={data.active?.id === id || undefined}>
                  <Switch
                    label={name}
                    labelPosition="left"
                    checked={data.active?.id === id}
                    onChange={({ currentTarget: { checked } }) =>
                      checked ? activate.mutate({ id }) : deactivate.mutate()
                    }
                  />
                  <Text c="dimmed">{what}</Text>
                  <Copyable value={`${location.origin}/?scenario=${id}`} label={msg`link to ${name}`} />
                </li>
              ))}
          </ul>
        </Section>
      ))}
      <Section id="custom-rule" title="Custom rule" order={3} mb="xs">
        <RuleForm endpoints={data.endpoints} active={data.active} />
      </Section>
    </Stack>
  );
}

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
        <Text>
          Deactivates automatically at {formatTime(new Date(active.expires_at), { timeStyle: 'long' })}
        </Text>
      </Group>
    </section>
  );
}

/** The scenarios, in a drawer over the current page. */
export function LabDrawer({ onClose }: { onClose(): void }) {
  return (
    <Drawer opened onClose={onClose} size={440} title="Scenarios">
      <Suspense fallback={<Skeleton h={240} />}>
        <ScenarioList />
      </Suspense>
    </Drawer>
  );
}

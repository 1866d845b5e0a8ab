import { Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ActionButton, unavailable } from '../../ui/action-button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { ActiveScenario } from './active-scenario.tsx';
import classes from './lab.module.css';
import { labQuery, useScenario } from './queries.ts';
import { RuleForm } from './rule-form.tsx';
import { Section } from '../../ui/section.tsx';
import { msg } from '../../lib/text.ts';

/** The demo's scenarios: the active one, the predefined ones, and the custom rule form. */
export function ScenarioList() {
  const { data } = useSuspenseQuery(labQuery());
  const { activate } = useScenario();
  return (
    <Stack gap="md">
      <Text className="muted">
        Scenarios make the embedded service slow, faulty or older, for everyone who uses this gateway. The
        service itself changes, so every client is affected.
      </Text>
      {data.active && <ActiveScenario active={data.active} endpoints={data.endpoints} />}
      <Section id="predefined" title="Predefined" order={3} mb="xs">
        <ul className={classes.list}>
          {data.scenarios.map(({ id, name, what }) => (
            <li key={id} className={classes.row}>
              <div className={classes.text}>
                <Text fw={600}>{name}</Text>
                <Text className="muted">{what}</Text>
                <Copyable value={`${location.origin}/?scenario=${id}`} label={msg`link to ${name}`} />
              </div>
              <ActionButton
                aria-label={data.active?.id === id ? msg`${name}: active` : msg`Activate ${name}`}
                onClick={() => activate.mutate({ id })}
                {...(data.active?.id === id && unavailable)}
              >
                {data.active?.id === id ? 'Active' : 'Activate'}
              </ActionButton>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="custom-rule" title="Custom rule" order={3} mb="xs">
        <RuleForm endpoints={data.endpoints} active={data.active} />
      </Section>
    </Stack>
  );
}

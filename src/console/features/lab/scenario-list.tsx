import { Group, Switch, Text, Stack, NativeSelect, Textarea, TextInput, SimpleGrid } from '@mantine/core';
import { useState, type ChangeEvent } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { LabState, LabRule } from '../../../contract/lab.ts';
import classes from './lab.module.css';
import { ActionButton } from '../../ui/action-button.tsx';
import { useScenario, labQuery } from './queries.ts';
import {
  effectNames,
  emptyRule,
  ruleProblems,
  rulesLeft,
  toRule,
  type RuleForm as Values,
} from './rule-form-values.ts';
import { Section } from '../../ui/section.tsx';

/** The demo's scenarios: the predefined ones by category, and the custom rule form. The banner names the active one. */
export function ScenarioList() {
  const { data } = useSuspenseQuery(labQuery);
  const { activate, deactivate } = useScenario();
  return (
    <Stack gap="md">
      <Text c="dimmed">
        Scenarios make the embedded service slow, faulty or older, for everyone who uses this gateway. The
        service itself changes, so every client is affected.
      </Text>
      {[...new Set(data.scenarios.map(({ category }) => category))].map((category) => (
        <Section
          key={category}
          id={`category-${category.replaceAll(' ', '-')}`}
          title={category}
          order={3}
          mb="xs"
        >
          <SimpleGrid component="ul" minColWidth="min(17.5rem, 100%)" spacing={12} p={0} m={0}>
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
                </li>
              ))}
          </SimpleGrid>
        </Section>
      ))}
      <Section id="custom-rule" title="Custom rule" order={3} mb="xs">
        <RuleForm endpoints={data.endpoints} active={data.active} />
      </Section>
    </Stack>
  );
}

const outcomes = [
  { value: 'slow', label: 'Takes twenty seconds' },
  { value: 'fails', label: 'Fails' },
  { value: 'vanishes', label: 'Disappears before it has finished' },
];
const variants = [
  { value: 'parameters-ignored', label: 'Ignores start and limit' },
  { value: 'rows-count-the-page', label: 'rows counts the page only' },
  { value: 'start-stands-still', label: 'start is always 0' },
];

/** The custom rule form: endpoint, effect and number of calls. */
function RuleForm({ endpoints, active }: Pick<LabState, 'endpoints' | 'active'>) {
  const [form, setForm] = useState(emptyRule);
  const [submitted, setSubmitted] = useState(false);
  const { activate } = useScenario();
  const problems = submitted ? ruleProblems(form) : {};
  const field = (name: keyof Values) => ({
    value: form[name],
    error: problems[name],
    onChange: ({
      currentTarget: { value },
    }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      setForm({ ...form, [name]: value }),
  });
  const submit = (before: LabRule[]) => {
    setSubmitted(true);
    if (Object.keys(ruleProblems(form)).length === 0) activate.mutate({ rules: [...before, toRule(form)] });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit([]);
      }}
    >
      <Stack gap="sm" maw={480}>
        <NativeSelect label="Endpoint" {...field('endpoint')}>
          <option value="*">Every endpoint</option>
          {endpoints.map(({ name, method, path }) => (
            <option key={name} value={name}>
              {method} {path}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect label="Effect" {...field('kind')}>
          {Object.entries(effectNames).map(([kind, name]) => (
            <option key={kind} value={kind} translate="yes">
              {name}
            </option>
          ))}
        </NativeSelect>
        {form.kind === 'status' && (
          <>
            <TextInput label="Status" inputMode="numeric" {...field('status')} />
            <Textarea
              label="Detail"
              description="One sentence per line"
              autosize
              minRows={2}
              {...field('detail')}
            />
          </>
        )}
        {(form.kind === 'latency' || form.kind === 'slow-body') && (
          <TextInput label="Seconds" inputMode="decimal" {...field('seconds')} />
        )}
        {form.kind === 'job' && <NativeSelect label="Job outcome" data={outcomes} {...field('outcome')} />}
        {form.kind === 'paging' && <NativeSelect label="Paging" data={variants} {...field('variant')} />}
        {form.kind === 'version' && <TextInput label="Version" {...field('version')} />}
        <TextInput
          label="Number of calls"
          description="Leave blank to apply until deactivated."
          inputMode="numeric"
          {...field('times')}
        />
        <Group gap="sm">
          <ActionButton size="sm" type="submit" loading={activate.isPending}>
            {active ? 'Replace with this rule' : 'Activate rule'}
          </ActionButton>
          {active && (
            <ActionButton
              size="sm"
              loading={activate.isPending}
              onClick={() => submit(rulesLeft(active.rules))}
            >
              Add to active rules
            </ActionButton>
          )}
        </Group>
      </Stack>
    </form>
  );
}

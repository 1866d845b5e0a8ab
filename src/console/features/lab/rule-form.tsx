import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type ChangeEvent } from 'react';
import type { LabRule, LabState } from '../../../contract/lab.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import {
  effectNames,
  emptyRule,
  ruleProblems,
  rulesLeft,
  toRule,
  type RuleForm as Values,
} from './rule-form-values.ts';
import { detailOf, useScenario } from './queries.ts';

const outcomes = [
  { value: 'slow', label: 'is slow, and does it in the end' },
  { value: 'fails', label: 'fails' },
  { value: 'vanishes', label: 'vanishes before it has finished' },
];
const variants = [
  { value: 'parameters-ignored', label: 'ignores start and limit' },
  { value: 'rows-count-the-page', label: 'rows count the page' },
  { value: 'start-stands-still', label: 'start stands still' },
];

/** A rule of one's own: on which endpoint, what happens, and how often. */
export function RuleForm({ endpoints, active }: Pick<LabState, 'endpoints' | 'active'>) {
  const [form, setForm] = useState(emptyRule);
  const [asked, setAsked] = useState(false);
  const { on } = useScenario();
  const problems = asked ? ruleProblems(form) : {};
  const field = (name: keyof Values) => ({
    value: form[name],
    error: problems[name],
    onChange: ({
      currentTarget: { value },
    }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      setForm({ ...form, [name]: value }),
  });
  const switchOn = (before: LabRule[]) => {
    setAsked(true);
    if (Object.keys(ruleProblems(form)).length === 0) on.mutate({ rules: [...before, toRule(form)] });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        switchOn([]);
      }}
    >
      <Stack gap="sm">
        <NativeSelect label="Calls of" {...field('endpoint')}>
          <option value="*">every endpoint</option>
          {endpoints.map(({ name, method, path }) => (
            <option key={name} value={name}>
              {method} {path}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect label="What happens" {...field('kind')}>
          {Object.entries(effectNames).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </NativeSelect>
        {form.kind === 'status' && (
          <>
            <TextInput label="Status" inputMode="numeric" {...field('status')} />
            <Textarea
              label="Detail"
              description="One sentence a line"
              autosize
              minRows={2}
              {...field('detail')}
            />
          </>
        )}
        {(form.kind === 'latency' || form.kind === 'slow-body') && (
          <TextInput label="Seconds" inputMode="decimal" {...field('seconds')} />
        )}
        {form.kind === 'job' && <NativeSelect label="The job" data={outcomes} {...field('outcome')} />}
        {form.kind === 'paging' && <NativeSelect label="The list" data={variants} {...field('variant')} />}
        {form.kind === 'version' && <TextInput label="Version" {...field('version')} />}
        <TextInput
          label="For the next calls"
          description="How many of them. Empty: until it is switched off"
          inputMode="numeric"
          {...field('times')}
        />
        {on.error && <ErrorView title="The rule is not on" detail={detailOf(on.error)} />}
        <Button type="submit" variant="default" loading={on.isPending}>
          {active ? 'Switch on this rule instead' : 'Switch on this rule'}
        </Button>
        {active && (
          <Button variant="default" loading={on.isPending} onClick={() => switchOn(rulesLeft(active.rules))}>
            Add this rule to what is on
          </Button>
        )}
      </Stack>
    </form>
  );
}

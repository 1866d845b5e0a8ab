import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { confirmationOf, deletionsToType } from '../../../configuration/deletions.ts';
import { labelOf, variablesOf } from '../../../configuration/steps.ts';
import { count, msg } from '../../lib/text.ts';
import { LoadingButton } from '../../ui/action-button.tsx';
import { SecretInput } from '../../ui/secret-field.tsx';
import type { Planned } from './use-plan.ts';

interface ApplyFormProps {
  planned: Planned;
  /** Whether it's of a table, which has no names for its passwords. */
  isTable: boolean;
  /** What's going on, if anything is. */
  busy: string | undefined;
  onApply(secrets: ReadonlyMap<string, string>, isContinued: boolean): void;
  /** Given while it's applied. */
  onStop: (() => void) | undefined;
  /** Called when a secret is typed. */
  onTyped(): void;
}

/** Asks for the secrets that a plan needs, which stay in the inputs, and for the number of deletions if there are many. */
export function ApplyForm({ planned, isTable, busy, onApply, onStop, onTyped }: ApplyFormProps) {
  const { steps, deletions } = planned.plan;
  const toType = deletionsToType(deletions);
  const variables = [...variablesOf(steps)].filter(([variable]) => !planned.secrets.has(variable));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const valueOf = (name: string) => {
          const value = data.get(name);
          return typeof value === 'string' ? value : '';
        };
        const secrets = variables.map(([variable]) => [variable, valueOf(`secret ${variable}`)] as const);
        onApply(new Map(secrets), data.has('continue'));
      }}
    >
      <Stack gap="sm" align="flex-start">
        {variables.map(([variable, step]) => (
          <SecretInput
            key={variable}
            name={`secret ${variable}`}
            label={isTable ? msg`Password of ${labelOf(step)}` : variable}
            required
            onChange={onTyped}
            autoComplete="off"
            miw="min(17.5rem, 100%)"
          />
        ))}
        {toType > 0 && (
          <TextInput
            name="deletions"
            label={`Type ${toType} to ${confirmationOf(deletions)}`}
            required
            pattern={String(toType)}
            title={`Type ${toType}`}
            inputMode="numeric"
            autoComplete="off"
            miw="min(17.5rem, 100%)"
          />
        )}
        <Checkbox name="continue" label="Continue after an error" />
        <Group gap={12}>
          <LoadingButton type="submit" variant="filled" size="sm" loading={busy !== undefined}>
            Apply {count(steps.length, 'change')}
          </LoadingButton>
          {onStop && (
            <Button size="sm" onClick={onStop}>
              Stop
            </Button>
          )}
          {busy !== undefined && <Text c="dimmed">{busy}…</Text>}
        </Group>
      </Stack>
    </form>
  );
}

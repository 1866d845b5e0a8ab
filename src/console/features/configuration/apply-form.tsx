import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { confirmationOf, deletionsToType } from '../../../configuration/deletions.ts';
import type { Plan } from '../../../configuration/plan.ts';
import { variablesOf } from '../../../configuration/steps.ts';
import { count } from '../../lib/text.ts';
import { LoadingButton } from '../../ui/action-button.tsx';
import { SecretInput } from '../../ui/secret-field.tsx';

interface ApplyFormProps {
  plan: Plan;
  /** What's going on, if anything is. */
  busy: string | undefined;
  onApply(secrets: ReadonlyMap<string, string>, isContinued: boolean): void;
  /** Given while it's applied. */
  onStop: (() => void) | undefined;
  /** Called when a secret is typed. */
  onTyped(): void;
}

/** Asks for the secrets that a plan needs, which stay in the inputs, and for the number of deletions if there are many. */
export function ApplyForm({ plan: { steps, deletions }, busy, onApply, onStop, onTyped }: ApplyFormProps) {
  const toType = deletionsToType(deletions);
  const variables = [...variablesOf(steps).keys()];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const valueOf = (name: string) => {
          const value = data.get(name);
          return typeof value === 'string' ? value : '';
        };
        const secrets = variables.map((variable) => [variable, valueOf(`secret ${variable}`)] as const);
        onApply(new Map(secrets), data.has('continue'));
      }}
    >
      <Stack gap="sm" align="flex-start">
        {variables.map((variable) => (
          <SecretInput
            key={variable}
            name={`secret ${variable}`}
            label={variable}
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

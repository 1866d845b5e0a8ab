import { Alert, Stack, Table, Text } from '@mantine/core';
import type { Result } from '../../../configuration/apply.ts';
import type { Plan } from '../../../configuration/plan.ts';
import { labelOf, type FieldChange, type Step } from '../../../configuration/steps.ts';
import { count, formatNumber, isolate } from '../../lib/text.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { Name } from '../../ui/name.tsx';

const maxRows = 200;
const actions = { create: 'Create', update: 'Update', delete: 'Delete' };
const nouns = { groups: 'group', roles: 'role', users: 'user', oidc_providers: 'provider' };
const outcomes: Record<Result['outcome'], string> = {
  done: 'Done',
  already: 'Done before',
  changed: 'Not done',
  failed: 'Failed',
  unknown: 'Unknown',
};

/** What applying a file would change, what that means, and what became of it. */
export function PlanView({ plan, results }: { plan: Plan; results: ReadonlyMap<Step, Result> }) {
  const { steps, errors, consequences, changedSince } = plan;
  const total = (action: Step['action']) =>
    formatNumber(steps.filter((step) => step.action === action).length);
  // Failures first: they're what has to be looked at.
  const isFailed = (step: Step) =>
    ['changed', 'failed', 'unknown'].includes(results.get(step)?.outcome ?? '');
  const shown = [...steps.filter(isFailed), ...steps.filter((step) => !isFailed(step))].slice(0, maxRows);
  return (
    <section aria-label="Plan">
      <Stack gap="sm">
        {errors.length > 0 && (
          <ErrorView title="This can't be applied" detail={errors.slice(0, maxRows).map(isolate)} />
        )}
        <Text role="status" size="md" fw={600}>
          {steps.length === 0
            ? 'No changes'
            : `${total('create')} to create, ${total('update')} to update, ${total('delete')} to delete`}
        </Text>
        {consequences.length > 0 && (
          <Alert title="What this means" color="gray">
            {consequences.slice(0, maxRows).map(({ isWarning, text }) => (
              <Text key={text} {...(isWarning ? { c: 'var(--danger)' } : {})}>
                {text}
              </Text>
            ))}
          </Alert>
        )}
        {changedSince.length > 0 && (
          <Alert
            title={`${count(changedSince.length, 'record')} changed since the file was exported`}
            color="gray"
          >
            {changedSince.slice(0, maxRows).map(({ label, how, by }) => (
              <Text key={label}>
                <Name>{label}</Name>: {how}
                {by !== undefined && (
                  <>
                    {' by '}
                    <Name>{by}</Name>
                  </>
                )}
              </Text>
            ))}
          </Alert>
        )}
        {shown.length > 0 && (
          <Table
            fz={13}
            verticalSpacing={4}
            data={{
              head: ['Change', 'Record', 'Fields', ...(results.size > 0 ? ['Result'] : [])].map((title) => (
                <span key={title} style={{ whiteSpace: 'nowrap' }}>
                  {title}
                </span>
              )),
              body: shown.map((step) => [
                `${actions[step.action]} ${nouns[step.section]}`,
                <Name key="name">{labelOf(step)}</Name>,
                <Fields key="fields" fields={step.fields} />,
                ...(results.size > 0 ? [<Outcome key="outcome" result={results.get(step)} />] : []),
              ]),
            }}
          />
        )}
        {steps.length > maxRows && <Text c="dimmed">… and {formatNumber(steps.length - maxRows)} more</Text>}
      </Stack>
    </section>
  );
}

function Fields({ fields }: { fields: readonly FieldChange[] }) {
  return fields.map(({ name, before, after, variable }) => (
    <Text key={name} fz={13} style={{ overflowWrap: 'anywhere' }}>
      {name}: {variable === undefined ? <Name>{valueText(before, after)}</Name> : `from ${variable}`}
    </Text>
  ));
}

function valueText(before: unknown, after: unknown): string {
  const text = (value: unknown) => (typeof value === 'string' ? value || '(empty)' : JSON.stringify(value));
  return before === undefined ? text(after) : `${text(before)} → ${text(after)}`;
}

function Outcome({ result }: { result: Result | undefined }) {
  if (!result) return <span className="muted">Not tried</span>;
  return (
    <>
      {outcomes[result.outcome]}
      {result.detail !== undefined && <Text fz={13}>{isolate(result.detail)}</Text>}
    </>
  );
}

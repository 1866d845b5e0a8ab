import { ActionIcon, Button, Group, Paper, Box, ThemeIcon } from '@mantine/core';
import type { Count, Counts } from './count-links.tsx';
import { useOpenNewRecord } from '../../data/new-record.ts';
import { useStore } from '../../lib/store.ts';
import { storedValue } from '../../lib/stored-value.ts';
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links/links.tsx';
import classes from './overview.module.css';

const hidden = storedValue('palisade-getting-started-hidden', (stored) => stored === true);

/** The steps of setting up an empty service; nothing once they're done, or hidden by the user. */
export function GettingStarted({ steps }: { steps: readonly Step[] }) {
  const isHidden = useStore(hidden);
  const done = steps.filter((step) => step.done).length;
  if (isHidden || done === steps.length) return null;
  return (
    <Paper component="section" withBorder p={16} bg="var(--surface)" aria-labelledby="get-started">
      <Group gap={12} wrap="nowrap" align="baseline">
        <h2 id="get-started">Get started</h2>
        <span className="muted">
          {done} of {steps.length} done
        </span>
        <ActionIcon
          size={28}
          ml="auto"
          style={{ alignSelf: 'flex-start' }}
          aria-label="Hide the checklist"
          title="Hide the checklist"
          onClick={() => hidden.set(true)}
        >
          <CloseIcon />
        </ActionIcon>
      </Group>
      <ol className={classes.rows}>
        {steps.map((step) => (
          <li key={step.id} className={classes.step} data-done={step.done || undefined}>
            <ThemeIcon
              variant="outline"
              size={20}
              radius={10}
              color={step.done ? 'var(--accent)' : 'var(--muted)'}
              aria-hidden="true"
            >
              {step.done && <CheckIcon width={12} height={12} />}
            </ThemeIcon>
            <Box component="span" flex={1} miw={0}>
              {step.label}
              {step.done && <span className="visually-hidden"> (done)</span>}
            </Box>
            {!step.done && <StepAction step={step} />}
          </li>
        ))}
      </ol>
    </Paper>
  );
}

function StepAction({ step: { id } }: { step: Step }) {
  const openNewRecord = useOpenNewRecord();
  if (id === 'group') return <Button onClick={() => openNewRecord('group')}>New group</Button>;
  if (id === 'provider') return <ButtonLink to="/oidc/new">New provider</ButtonLink>;
  return (
    <ButtonLink to="/access/users" state={{ newRecord: { kind: 'user' } }}>
      New user
    </ButtonLink>
  );
}

/** A step of setting up an empty service. */
export interface Step {
  id: 'group' | 'provider' | 'user';
  label: string;
  done: boolean;
}

/** What the user can create. */
type Rights = Record<Step['id'], boolean>;

/**
 * The steps that the user can take on this service. Steps whose state isn't known are omitted; undefined while a count is
 * loading.
 */
export function stepsOf(counts: Counts, may: Rights): Step[] | undefined {
  const { groups, providers, users } = counts;
  if ([groups, providers, users].includes('loading')) return undefined;
  // The Default group and the administrator exist from the start.
  const steps = [
    { id: 'group', label: 'Create a group', done: exceeds(groups, 1) },
    { id: 'provider', label: 'Add a provider', done: exceeds(providers, 0) },
    { id: 'user', label: 'Add a user', done: exceeds(users, 1) },
  ] as const;
  return steps.flatMap(({ done, ...step }) =>
    done === undefined || !may[step.id] ? [] : [{ ...step, done }],
  );
}

/** Whether there are more than `least`; undefined if that isn't known. */
function exceeds(value: Count, least: number): boolean | undefined {
  return typeof value === 'number' ? value > least : undefined;
}

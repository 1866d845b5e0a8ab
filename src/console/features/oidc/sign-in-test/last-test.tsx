import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LastSignInTest } from '../../../../contract/oidc/sign-in-tests.ts';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { isOutdated, outcomeText } from '../../../data/oidc/sign-in-steps.ts';
import { lastSignInTestsQuery } from '../../../data/oidc/sign-in-tests.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import classes from '../form/editor.module.css';
import type { SignInTestControl } from './use-sign-in-test.ts';

/** A provider's last sign-in test in a list: its outcome and when it was. */
export function LastTest({ test, op }: { test: LastSignInTest; op: OidcOp }) {
  return (
    <>
      <span {...(test.outcome === 'failed' && { style: { color: 'var(--danger)' } })}>
        {outcomeText(test)}
      </span>{' '}
      <span className="muted">
        <RelativeTime at={new Date(test.started_at)} />
        {isOutdated(test, op) && ', changed since'}
      </span>
    </>
  );
}

interface TestOfferProps {
  op: OidcOp;
  control: SignInTestControl;
  /** Whether users sign in through it, or try to, which shows as much as a test. */
  isUsed: boolean;
}

/** Offers a test of a saved provider unless its current values have passed one. */
export function TestOffer({ op, control, isUsed }: TestOfferProps) {
  const { data } = useQuery(lastSignInTestsQuery);
  if (!data || control.absent) return null;
  const test = data.get(op.resource);
  if (test ? test.outcome === 'passed' && !isOutdated(test, op) : isUsed) return null;
  return (
    <Group gap={12} className={classes.note} data-kind="info" role="status">
      <Text>{offerText(test, op)}</Text>
      <ActionButton loading={control.starting} onClick={() => control.start()}>
        Test now
      </ActionButton>
    </Group>
  );
}

function offerText(test: LastSignInTest | undefined, op: OidcOp): string {
  if (!test) return "The saved provider hasn't been tested yet.";
  if (isOutdated(test, op)) return 'Saved after the last sign-in test.';
  return test.outcome === 'unfinished'
    ? "The last sign-in test didn't finish."
    : `The last sign-in test ${outcomeText(test).replace('Failed', 'failed')}.`;
}

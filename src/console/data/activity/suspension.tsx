import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { Name } from '../../ui/name.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { authorText } from './author.ts';
import { recordChangesQuery } from './logs.ts';

/**
 * Who has suspended a user, and when; undefined if the log doesn't say.
 * @param user its path; undefined or null to find out nothing
 * @param at the time by when; the latest one by default
 */
export function useSuspension(user: string | null | undefined, at = ''): ReactNode {
  const { data } = useQuery({ ...recordChangesQuery(user ?? ''), enabled: Boolean(user) });
  const change = data?.entries.find(
    ({ at: changed, fields }) =>
      (at === '' || changed <= at) &&
      fields.some(({ name, after }) => name === 'suspended' && after === true),
  );
  return (
    change && (
      <>
        Suspended by <Name>{authorText(change)}</Name>, <RelativeTime at={new Date(change.at)} />
      </>
    )
  );
}

/** Who has suspended the user that a failed step is about. */
export function Suspension({ step: { error, facts } }: { step: SignInStep }) {
  const user = facts.find(({ label }) => label === 'user')?.value;
  const suspension = useSuspension(error === 'suspended' ? user : undefined);
  return suspension && <Text mt={8}>{suspension}</Text>;
}

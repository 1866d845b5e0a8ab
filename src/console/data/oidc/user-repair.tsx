import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { Name } from '../../ui/name.tsx';
import { ForgetIdentity } from '../access/forget-identity.tsx';
import { useOpenNewRecord } from '../new-record.ts';
import { loginToCreate } from './repairs.ts';
import { useSession } from '../session/use-session.ts';

interface UserRepairProps {
  step: SignInStep;
  /** The space above it. */
  mt?: number;
}

/** Offers to create the user whom a step didn't find, or to accept another subject as the user. */
export function UserRepair({ step, mt = 0 }: UserRepairProps) {
  const open = useOpenNewRecord();
  const { holds } = useSession();
  /** The identity, which stays when a newer sign-in was rejected. */
  const [accepted, setAccepted] = useState<string>();
  const login = loginToCreate(step);
  const identity =
    step.error === 'subject_changed' && step.facts.find(({ label }) => label === 'identity')?.value;
  if (!holds('group_admin', 'rw')) return null;
  return (
    <>
      {identity ? (
        <Button mt={mt} onClick={() => setAccepted(identity)}>
          Accept the next sign-in
        </Button>
      ) : (
        login && (
          <Button variant="filled" mt={mt} onClick={() => open('user', login)}>
            Create user <Name>{login}</Name>
          </Button>
        )
      )}
      {accepted !== undefined && (
        <ForgetIdentity
          identity={accepted}
          action="Accept the next sign-in"
          onClose={() => setAccepted(undefined)}
        />
      )}
    </>
  );
}

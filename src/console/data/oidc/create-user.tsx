import { Button } from '@mantine/core';
import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { Name } from '../../ui/name.tsx';
import { useOpenNewRecord } from '../new-record.ts';
import { loginToCreate } from './repairs.ts';
import { useSession } from '../session/use-session.ts';

interface CreateUserProps {
  step: SignInStep;
  /** The space above it. */
  mt?: number;
}

/** Offers to create the user whom a step didn't find. */
export function CreateUser({ step, mt = 0 }: CreateUserProps) {
  const open = useOpenNewRecord();
  const { holds } = useSession();
  const login = loginToCreate(step);
  if (!login || !holds('group_admin', 'rw')) return null;
  return (
    <Button variant="filled" mt={mt} onClick={() => open('user', login)}>
      Create user <Name>{login}</Name>
    </Button>
  );
}

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { Name } from '../../ui/name.tsx';
import { openNewRecord } from '../new-record.ts';
import { loginToCreate } from './repairs.ts';
import { useSession } from '../session/use-session.ts';

interface CreateUserProps {
  step: SignInStep;
  /** The space above it. */
  mt?: number;
}

/** Offers to create the user whom a step didn't find. */
export function CreateUser({ step, mt = 0 }: CreateUserProps) {
  const navigate = useNavigate();
  const { holds } = useSession();
  const login = loginToCreate(step);
  if (!login || !holds('group_admin', 'rw')) return null;
  return (
    <Button
      variant="filled"
      mt={mt}
      onClick={() => {
        openNewRecord('user', login);
        void navigate({ to: '/access/users' });
      }}
    >
      Create user <Name>{login}</Name>
    </Button>
  );
}

import { Text } from '@mantine/core';
import { ConfirmAction } from '../confirm-action.tsx';
import { notify } from '../notifications/notify.ts';
import { refresh } from '../refresh.ts';
import { forgetIdentity } from './identities.ts';

interface ForgetIdentityProps {
  /** Its path. */
  identity: string;
  action: string;
  onClose(): void;
}

/** Confirms that the next sign-in decides who a user is for a provider. */
export function ForgetIdentity({ identity, action, onClose }: ForgetIdentityProps) {
  const run = async () => {
    await forgetIdentity(identity);
    notify.success('The next sign-in is accepted');
    onClose();
    await refresh('user');
  };
  return (
    <ConfirmAction action={action} refusal="Couldn't forget the identity" run={run} onClose={onClose}>
      <Text size="md">
        The next person who signs in through this provider with this login gets the account. Do this only if
        it's the same person as before: a login that was given to someone else would get their roles and
        history.
      </Text>
    </ConfirmAction>
  );
}

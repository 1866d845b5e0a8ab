import { usersEndpoints } from '../../../../contract/endpoints/users.ts';
import { call } from '../../../data/service/call.ts';
import { Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isNotOffered, isStatus } from '../../../api/errors.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import { ActionButton } from '../../../ui/action-button.tsx';

/** Asks the service whether a user exists, only on request: the login comes from pasted claims. */
export function UserCheck({ login }: { login: string }) {
  // The login isn't passed as a mutation variable, which the cache would keep.
  const check = useMutation({ mutationFn: () => userExists(login), gcTime: 0 });
  const absent = isNotOffered(check.error);
  return (
    <div>
      {check.data === undefined && !absent && (
        <Group gap={8}>
          <ActionButton size="compact-sm" loading={check.isPending} onClick={() => check.mutate()}>
            Check whether this user exists
          </ActionButton>
          <Text c="dimmed">Sends only this username to the service.</Text>
        </Group>
      )}
      <Text role="status" aria-label="Result of the check">
        {check.data === true && '✓ A user with this login exists'}
        {check.data === false &&
          "✗ You can't see a user with this login. Without one, the sign-in is rejected."}
        {check.error && explainError(check.error)}
      </Text>
    </div>
  );
}

function explainError(error: Error): string {
  if (isNotOffered(error)) return error.message;
  if (isStatus(error, 403)) return "You don't have permission to look up users (needs group_admin · ro).";
  return `Couldn't check: ${sentenceOf(error)}`;
}

/**
 * Whether a user with this login exists and is visible to the caller. The login is sent in the body, to keep it out of
 * URLs.
 * @throws ApiError
 */
async function userExists(login: string): Promise<boolean> {
  const { body } = await call(usersEndpoints.lookUpUser, { body: { data: { login } } });
  return body.user_resource !== '';
}

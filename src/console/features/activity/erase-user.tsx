import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { userIdOf } from '../../../contract/access/users.ts';
import { activityEndpoints } from '../../../contract/endpoints/activity.ts';
import { call } from '../../api/exchange.ts';
import { msg } from '../../lib/text.ts';
import { write } from '../../data/write.ts';
import { notify } from '../../data/notifications/notify.ts';
import { refresh } from '../../data/refresh.ts';
import { ConfirmAction } from '../../data/confirm-action.tsx';
import { Needed } from '../../data/access/privilege-chips.tsx';
import { Name } from '../../ui/name.tsx';
import { useRights } from '../../data/service/rights.ts';

interface EraseUserProps {
  /** The user's path, deleted or not. */
  path: string;
  login: string;
  /** Whether the user still exists: later entries then have the login again. */
  exists: boolean;
}

/** Erases a user from both logs, after a confirmation. */
export function EraseUser(props: EraseUserProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setOpen(true)}>
        Erase from logs
      </Button>
      {open && <EraseDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function EraseDialog({ path, login, exists, onClose }: EraseUserProps & { onClose(): void }) {
  const { editProviders: canEditProviders } = useRights();
  const params = { id: userIdOf(path) ?? 0 };
  const run = async () => {
    await write(
      call(activityEndpoints.forgetUser, { params }),
      msg`${login} may have been erased from logs.`,
    );
    onClose();
    notify.success(msg`${login} erased from logs`);
    await refresh('user');
  };
  return (
    <ConfirmAction
      action={msg`Erase ${login} from logs`}
      refusal={msg`Couldn't erase ${login}`}
      run={run}
      onClose={onClose}
    >
      <Stack gap={8}>
        <Text>
          In all entries so far, a pseudonym replaces the login and name of <Name>{login}</Name>, the names of
          their API keys, and the IP addresses they signed in from. The browsers they used are removed.
        </Text>
        <Text>
          The entries stay. Exported files and the service's output don't change.{' '}
          {exists && 'Later entries contain the login again until you delete the user. '}
          This can't be undone.
        </Text>
        {!canEditProviders && (
          <Text>
            Rejected provider sign-ins that found no user aren't erased: that needs{' '}
            <Needed feature="palisade" privilege="rw" /> on Default.
            {!exists && ' Let someone with that privilege erase first.'}
          </Text>
        )}
      </Stack>
    </ConfirmAction>
  );
}

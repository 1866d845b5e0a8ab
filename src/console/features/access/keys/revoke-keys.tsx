import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { sentencesOf } from '../../../api/errors.ts';
import { apiKeysQuery, revokeApiKey, type ListedApiKey } from '../../../data/access/api-keys.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { toOutcome } from '../../../data/read-back.ts';
import { count, msg } from '../../../lib/text.ts';
import { BulkDialog } from '../../../ui/bulk/bulk-dialog.tsx';
import type { Selected } from '../../../ui/data-table/selection.ts';

/** Keys to revoke, and a function to select those that are left. */
export type Revocation = Pick<Selected<ListedApiKey>, 'items'> & Partial<Selected<ListedApiKey>>;

const keyOf = (key: ListedApiKey) => key.api_key_resource ?? '';
const nameOf = ({ name = '' }: ListedApiKey) => name;

/** Revokes one or more of a user's API keys. */
export function RevokeKeys(props: Revocation & { userId: number; onClose(): void }) {
  const { userId, items: keys, select, onClose } = props;
  const queryClient = useQueryClient();
  const [first] = keys;
  return (
    <BulkDialog
      verb="Revoke"
      participle="revoked"
      noun="API key"
      items={keys}
      keyOf={keyOf}
      nameOf={nameOf}
      run={async (key) => toOutcome(await revokeApiKey(userId, key))}
      sentencesOf={sentencesOf}
      onEnd={(revoked, left) => {
        select?.(left);
        const which = keys.length === 1 && first ? nameOf(first) : count(revoked.length, 'API key');
        if (revoked.length > 0) notify.success(msg`${which} revoked`);
        void queryClient.invalidateQueries({ queryKey: apiKeysQuery(userId).queryKey });
      }}
      onClose={onClose}
    >
      <Text size="md">
        Programs that use {keys.length === 1 ? 'this key' : 'these keys'} will lose access. This can't be
        undone.
      </Text>
    </BulkDialog>
  );
}

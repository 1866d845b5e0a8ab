import { useQuery } from '@tanstack/react-query';
import { Name } from '../../ui/name.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { recordChangesQuery } from './logs.ts';

/** Who suspended a user, and when; nothing if the user isn't suspended anymore, or the log doesn't say. @param user its path */
export function Suspension({ user }: { user: string }) {
  const { data } = useQuery(recordChangesQuery(user));
  const change = data?.entries.find(({ fields }) => fields.some(({ name }) => name === 'suspended'));
  const field = change?.fields.find(({ name }) => name === 'suspended');
  if (!change || field?.after !== true) return null;
  return (
    <span>
      Suspended by <Name>{change.login ?? "a user you can't view"}</Name>,{' '}
      <RelativeTime at={new Date(change.at)} />
    </span>
  );
}

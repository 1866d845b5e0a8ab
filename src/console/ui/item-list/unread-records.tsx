import { Text } from '@mantine/core';
import { count } from '../../lib/text.ts';

/** Says that a list omits records, so that none of them seems to be missing. */
export function UnreadRecords({ count: unread }: { count: number }) {
  if (unread === 0) return null;
  return (
    <Text role="status">
      {count(unread, 'record')} couldn't be read: {unread === 1 ? "its path isn't" : "their paths aren't"}{' '}
      understood.
    </Text>
  );
}

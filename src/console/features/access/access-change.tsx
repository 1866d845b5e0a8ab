import { Text } from '@mantine/core';
import classes from './access.module.css';
import { useGroupDirectory } from './group-directory.ts';
import type { AccessRole } from './model.ts';
import { compareRoles } from './privileges.ts';

interface AccessChangeProps {
  before: readonly AccessRole[];
  after: readonly AccessRole[];
}

/** What saving would add to somebody's privileges, and what it would take away. */
export function AccessChange({ before, after }: AccessChangeProps) {
  const groups = useGroupDirectory();
  const changes = compareRoles(before, after, groups.chainOf).filter((row) => !row.same);
  return (
    <div role="status" aria-label="What this changes">
      {changes.length === 0 ? (
        <Text size="sm" className="muted">
          {before === after || after.length === before.length
            ? 'The roles stay as they are.'
            : 'These roles change no privilege: others grant the same.'}
        </Text>
      ) : (
        <ul className={classes.chain}>
          {changes.map(({ feature, group, left, right }) => (
            <li key={`${feature} ${group}`} className={right.length === 0 ? classes.removed : classes.added}>
              {right.length === 0 ? 'Takes away' : left.length === 0 ? 'Adds' : 'Changes'}{' '}
              <code>{feature}</code>{' '}
              {left.length > 0 && right.length > 0
                ? `from ${left.join(', ')} to ${right.join(', ')}`
                : [...left, ...right].join(', ')}{' '}
              on {groups.nameOf(group)} and below
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

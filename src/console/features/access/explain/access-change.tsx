import { Text } from '@mantine/core';
import classes from '../access.module.css';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import type { AccessRole } from '../../../data/access/model.ts';
import { compareRoles, type Difference } from '../../../data/access/privileges.ts';
import { Name } from '../../../ui/name.tsx';

interface AccessChangeProps {
  before: readonly AccessRole[];
  after: readonly AccessRole[];
}

/** The privileges that saving would add and remove. */
export function AccessChange({ before, after }: AccessChangeProps) {
  const groups = useGroupDirectory();
  const changes = compareRoles(before, after, groups.chainOf).filter((row) => !row.same);
  return (
    <div role="status" aria-label="What this changes">
      {changes.length === 0 ? (
        <Text c="dimmed">{noChangeText(before, after)}</Text>
      ) : (
        <ul className={classes.chain}>
          {changes.map((change) => (
            <li
              key={`${change.feature} ${change.group}`}
              className={change.right?.length === 0 ? classes.removed : classes.added}
            >
              <Change change={change} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Change({ change: { feature, group, left, right } }: { change: Difference }) {
  const groups = useGroupDirectory();
  if (!left || !right)
    return (
      <>
        May change <code translate="no">{feature}</code>, depending on groups that this service doesn't report
      </>
    );
  return (
    <>
      {right.length === 0 ? 'Removes' : left.length === 0 ? 'Adds' : 'Changes'}{' '}
      <code translate="no">{feature}</code>{' '}
      {left.length > 0 && right.length > 0
        ? `from ${left.join(', ')} to ${right.join(', ')}`
        : [...left, ...right].join(', ')}{' '}
      on <Name>{groups.nameOf(group)}</Name> and its subgroups
    </>
  );
}

function noChangeText(before: readonly AccessRole[], after: readonly AccessRole[]): string {
  const pathsOf = (roles: readonly AccessRole[]) =>
    roles
      .map((role) => role.path)
      .toSorted()
      .join();
  if (pathsOf(before) !== pathsOf(after)) return 'No change: other roles grant the same privileges.';
  return after.length === 0 ? "Without a role, the user doesn't have access to anything." : 'No change';
}

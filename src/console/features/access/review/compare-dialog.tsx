import { Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useSide, type SideState } from '../../../data/access/access-side.ts';
import { FeatureName, Privileges } from '../../../data/access/privilege-chips.tsx';
import { compareRoles } from '../../../data/access/privileges.ts';
import { errorProps } from '../../../data/access/error-props.tsx';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { count, msg } from '../../../lib/text.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ErrorView } from '../../../ui/error-view.tsx';
import { TableHead } from '../../../ui/item-list/table-head.tsx';
import { Name } from '../../../ui/name.tsx';
import { SidePicker } from '../side-picker.tsx';

/** Two users or roles side by side: where their access differs. */
export function CompareDialog({ onClose }: { onClose(): void }) {
  const [left, setLeft] = useState('me');
  const [right, setRight] = useState('');
  const sides = [
    { label: 'This', value: left, state: useSide(left), onChange: setLeft },
    { label: 'With', value: right, state: useSide(right), onChange: setRight },
  ];
  const states = sides.map(({ state }) => state);
  const failed = states.find(({ problem }) => problem !== undefined);
  const [one, other] = states;
  return (
    <Dialog title="Compare access" size="lg" loss={null} onClose={onClose}>
      <Group grow>
        {sides.map(({ state, ...side }) => (
          <SidePicker key={side.label} {...side} name={state.title} />
        ))}
      </Group>
      {failed && (
        <ErrorView title={msg`Couldn't load ${failed.title}`} {...errorProps(failed.problem, failed.retry)} />
      )}
      {!failed && right !== '' && one && other && !one.loading && !other.loading && (
        <Differences left={one} right={other} />
      )}
    </Dialog>
  );
}

function Differences({ left, right }: { left: SideState; right: SideState }) {
  const groups = useGroupDirectory();
  const rows = compareRoles(left.roles, right.roles, groups.chainOf).filter(({ same }) => !same);
  const hidden = left.hidden + right.hidden;
  return (
    <Stack gap="sm" mt="md">
      <Text role="status">
        {rows.length === 0 ? 'No differences' : count(rows.length, 'difference')}
        {hidden > 0 && msg` between the roles that you can view. You can't view ${count(hidden, 'role')}.`}
      </Text>
      {rows.length > 0 && (
        <Table>
          <TableHead columns={['Feature', 'Group and below', left.title, right.title]} />
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={`${row.feature} ${row.group}`}>
                <Table.Th scope="row">
                  <FeatureName name={row.feature} />
                </Table.Th>
                <Table.Td>
                  <Name>{groups.nameOf(row.group)}</Name>
                </Table.Td>
                <Table.Td>
                  <Privileges of={row.left} />
                </Table.Td>
                <Table.Td>
                  <Privileges of={row.right} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}

import { Group, Stack, Switch, Table, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { count } from '../../lib/text.ts';
import { sentenceOf } from '../../notifications/notify.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { LineSkeletons } from '../../ui/line-skeletons.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './access.module.css';
import { useSide, type Side, type SideState } from './access-side.ts';
import { useGroupDirectory } from './group-directory.ts';
import { Privilege } from './privilege.tsx';
import { compareRoles } from './privileges.ts';
import { SidePicker } from './side-picker.tsx';

/** What is compared, as the address has it. */
export interface CompareSearch {
  left?: Side | undefined;
  right?: Side | undefined;
}

/** Two roles, two users, or oneself and a pasted authentication result, side by side. */
export function ComparePage({
  search: { left = 'me', right = 'pasted' },
  onChange,
}: {
  search: CompareSearch;
  onChange(search: CompareSearch): void;
}) {
  const [pasted, setPasted] = useState('');
  const one = useSide(left, pasted);
  const other = useSide(right, pasted);
  return (
    <Page title="Compare access">
      <Group align="flex-end" gap={12}>
        <SidePicker
          label="This"
          value={left}
          name={one.title}
          onChange={(side) => onChange({ left: side, right })}
        />
        <SidePicker
          label="With"
          value={right}
          name={other.title}
          onChange={(side) => onChange({ left, right: side })}
        />
      </Group>
      {[left, right].includes('pasted') && (
        <Textarea
          label="Authentication result"
          description="What GET /authentication answered, as JSON: of another user, another service, or another day. It stays in this page."
          rows={5}
          className={classes.paste}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
      )}
      <Problems states={[one, other]} />
      {one.loading || other.loading ? (
        <LineSkeletons label="Loading what they may do" />
      ) : (
        one.problem === undefined &&
        other.problem === undefined &&
        (![left, right].includes('pasted') || pasted.trim() !== '') && <Result left={one} right={other} />
      )}
    </Page>
  );
}

function Problems({ states }: { states: readonly SideState[] }) {
  const troubled = states.filter((state) => state.problem !== undefined || state.hidden > 0);
  return troubled.map((state) => (
    <div key={state.title}>
      {state.problem !== undefined && (
        <ErrorView title={`${state.title} cannot be compared`} detail={[sentenceOf(state.problem)]} />
      )}
      {state.hidden > 0 && (
        <Text size="sm">
          {count(state.hidden, 'role')} of {state.title} cannot be seen by you, and{' '}
          {state.hidden === 1 ? 'is' : 'are'} left out.
        </Text>
      )}
    </div>
  ));
}

function Result({ left, right }: { left: SideState; right: SideState }) {
  const [all, setAll] = useState(false);
  const groups = useGroupDirectory();
  const rows = compareRoles(left.roles, right.roles, groups.chainOf);
  const different = rows.filter((row) => !row.same);
  const shown = all ? rows : different;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text role="status" fw={600}>
          {different.length === 0
            ? `${left.title} and ${right.title} may do the same`
            : count(different.length, 'difference')}
        </Text>
        <Switch
          label="Show what is the same too"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      </Group>
      {shown.length > 0 && (
        <div className={classes.scroll} role="region" aria-label="Differences" tabIndex={0}>
          <Table className={classes.matrix}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Feature</Table.Th>
                <Table.Th>Group</Table.Th>
                <Table.Th>{left.title}</Table.Th>
                <Table.Th>{right.title}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((row) => (
                <Table.Tr key={`${row.feature} ${row.group}`}>
                  <Table.Th scope="row">
                    <code>{row.feature}</code>
                  </Table.Th>
                  <Table.Td>{groups.nameOf(row.group)} and below</Table.Td>
                  <Table.Td>
                    <Privilege of={row.left} />
                  </Table.Td>
                  <Table.Td>
                    <Privilege of={row.right} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Stack>
  );
}

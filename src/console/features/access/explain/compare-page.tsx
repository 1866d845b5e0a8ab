import { Group, Stack, Switch, Table, Text, Button, Menu, Textarea } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { readText } from '../../../../contract/text-file.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { count, msg } from '../../../lib/text.ts';
import { errorProps } from '../../../data/error-props.tsx';
import { ErrorView } from '../../../ui/error-view.tsx';
import { LineSkeletons } from '../../../ui/line-skeletons.tsx';
import { ChooseFile } from '../../../ui/choose-file.tsx';
import { Page } from '../../../ui/page.tsx';
import classes from '../access.module.css';
import { useSide, type Side, type SideState } from '../../../data/access/access-side.ts';
import { differencesToCsv, differencesToJson } from '../../../data/access/access-files.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { Privilege } from '../privilege.tsx';
import { compareRoles } from '../../../data/access/privileges.ts';
import { SidePicker } from '../side-picker.tsx';
import { Name } from '../../../ui/name.tsx';
import { download } from '../../../lib/download.ts';

/** The two sides, as in the URL. */
interface CompareSearch {
  left?: Side | undefined;
  right?: Side | undefined;
}

const ownSides = [
  { value: 'me', label: 'Me' },
  { value: 'pasted', label: 'A pasted authentication result' },
];

/** @param other whom to compare with at first; empty for no one */
const sidesIn = ({ left = 'me', right }: CompareSearch, other: Side) => ({ left, right: right ?? other });

/** Compares any two of: roles, users, the signed-in user and pasted authentication results. */
export function ComparePage() {
  const navigate = useNavigate({ from: '/access/compare' });
  // Only administrators can choose another user.
  const first = useSession().holds('group_admin', 'ro') ? '' : 'pasted';
  const { left, right } = sidesIn(useSearch({ from: '/_app/access/compare' }), first);
  const [leftText, setLeftText] = useState('');
  const [rightText, setRightText] = useState('');
  const one = useSide(left, leftText);
  const other = useSide(right, rightText);
  const sides = [
    { key: 'left', label: 'This', side: left, state: one, text: leftText, set: setLeftText },
    { key: 'right', label: 'With', side: right, state: other, text: rightText, set: setRightText },
  ];
  const pasted = sides.filter(({ side }) => side === 'pasted');
  const missing = pasted.some(({ text }) => text.trim() === '');
  return (
    <Page title="Compare access" help="console#check-and-compare-access">
      <Group align="flex-end" gap={12}>
        {sides.map(({ key, label, side, state }) => (
          <SidePicker
            key={key}
            label={label}
            value={side}
            name={state.title}
            own={ownSides}
            w={280}
            onChange={(next) =>
              void navigate({
                search: (latest) => ({ ...sidesIn(latest, first), [key]: next }),
                replace: true,
              })
            }
          />
        ))}
      </Group>
      {pasted.map(({ key, text, set }) => (
        // An authentication result or an access export, as text or as a file.
        <Group key={key} align="flex-end" gap={12}>
          <Textarea
            label={
              pasted.length === 1
                ? 'Authentication result'
                : `${key === 'left' ? 'First' : 'Second'} authentication result`
            }
            description="Paste a GET /authentication response or a My access export (JSON). It never leaves this page."
            rows={5}
            className={classes.paste}
            value={text}
            onChange={(event) => set(event.currentTarget.value)}
          />
          <ChooseFile
            accept="application/json,.json"
            size="sm"
            onFile={(file) =>
              void readText(file).then(set, (error: unknown) =>
                notify.error(msg`Couldn't read ${file.name}`, error),
              )
            }
          >
            Open file
          </ChooseFile>
        </Group>
      ))}
      {right === '' && <Text>Choose a user or role to compare with.</Text>}
      <Problems states={[one, other]} />
      {one.loading || other.loading ? (
        <LineSkeletons label="Loading effective access" />
      ) : (
        one.problem === undefined &&
        other.problem === undefined &&
        right !== '' &&
        !missing && <Result left={one} right={other} />
      )}
    </Page>
  );
}

function Problems({ states }: { states: readonly SideState[] }) {
  return states.map(({ title, problem, retry, hidden }, side) => {
    return (
      <Fragment key={side}>
        {problem !== undefined && (
          <ErrorView title={msg`Couldn't load ${title}`} {...errorProps(problem, retry)} />
        )}
        {hidden > 0 && (
          <Text>
            You don't have permission to view {count(hidden, 'role')} of <Name>{title}</Name>, so{' '}
            {hidden === 1 ? "it isn't" : "they aren't"} compared.
          </Text>
        )}
      </Fragment>
    );
  });
}

/** Whether all of a side's roles are known. */
function isKnown({ hidden }: SideState): boolean {
  return hidden === 0;
}

function Result({ left, right }: { left: SideState; right: SideState }) {
  const [all, setAll] = useState(false);
  const groups = useGroupDirectory();
  const rows = compareRoles(left.roles, right.roles, groups.chainOf);
  const different = rows.filter((row) => !row.same);
  const shown = all ? rows : different;
  return (
    <Stack gap="sm">
      <Group gap="md" justify="space-between">
        <Text size="md" role="status" fw={600}>
          {different.length === 0
            ? isKnown(left) && isKnown(right)
              ? msg`${left.title} and ${right.title} have the same access`
              : 'No known differences'
            : count(different.length, 'difference')}
        </Text>
        <Group gap={12}>
          <Switch
            label="Show matching rows"
            checked={all}
            onChange={(event) => setAll(event.currentTarget.checked)}
          />
          {shown.length > 0 && (
            <ExportMenu
              label="Export comparison"
              fileName="access-comparison"
              toJson={() => differencesToJson(left.title, right.title, shown)}
              toCsv={() => differencesToCsv(left.title, right.title, shown)}
            />
          )}
        </Group>
      </Group>
      {shown.length > 0 && (
        <div className={classes.scroll} role="region" aria-label="Differences" tabIndex={0}>
          <Table className={`${classes.matrix} ${classes.cards}`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Feature</Table.Th>
                <Table.Th>Group</Table.Th>
                <Table.Th className={classes.role}>{left.title}</Table.Th>
                <Table.Th className={classes.role}>{right.title}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((row) => (
                <Table.Tr key={`${row.feature} ${row.group}`}>
                  <Table.Th scope="row">
                    <code translate="no">{row.feature}</code>
                  </Table.Th>
                  <Table.Td>
                    <Name>{groups.nameOf(row.group)}</Name> and its subgroups
                  </Table.Td>
                  <Table.Td className={classes.side} data-label={left.title}>
                    <Privilege of={row.left} />
                  </Table.Td>
                  <Table.Td className={classes.side} data-label={right.title}>
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

interface ExportMenuProps {
  /** The button's label: "Export access". */
  label: string;
  /** The name of the files, without an extension. */
  fileName: string;
  toJson(): string;
  toCsv(): string;
}

/** A menu that downloads something as JSON or CSV. */
export function ExportMenu({ label, fileName, toJson, toCsv }: ExportMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <Button size="sm">{label}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download(`${fileName}.json`, 'application/json', toJson())}>
          As JSON
        </Menu.Item>
        <Menu.Item onClick={() => download(`${fileName}.csv`, 'text/csv', toCsv())}>As CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

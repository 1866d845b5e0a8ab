import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  hasKey,
  mostHeaderRows,
  suggestedColumns,
  tableFields,
  type Columns,
  type Table,
  type TableField,
  type TableKind,
} from '../../../configuration/table/table.ts';
import { msg } from '../../lib/text.ts';
import { Section } from '../../ui/section.tsx';

const labels: Record<TableField, string> = {
  name: 'Name',
  description: 'Description',
  parent: 'Parent',
  path: 'Whole path',
  id: 'ID',
  parent_id: "Parent's ID",
  login: 'Login',
  group: 'Group',
  roles: 'Roles',
  password: 'Password',
};
const longestExample = 40;

interface ColumnFormProps {
  table: Table;
  /** What the rows are, if that's known. */
  only: TableKind | undefined;
  onChosen(columns: Columns): void;
}

/** Asks what a table's rows and columns are, as far as they don't say it as we do. */
export function ColumnForm({ table, only, onChosen }: ColumnFormProps) {
  const [columns, setColumns] = useState(() => suggestedColumns(table, only));
  /** Whether it's known what the rows are. Before, their cells aren't shown: one may be a password. */
  const [isKnown, setKnown] = useState(only !== undefined || columns.header !== undefined);
  const { kind, header, fields } = columns;
  const used = fields.filter((field) => field !== undefined);
  const isUnique = new Set(used).size === used.length;
  const isReady = isKnown && isUnique && hasKey(kind, fields);
  const showsCells = isKnown && kind === 'groups';
  const examples = showsCells ? table.rows[(header ?? -1) + 1]?.cells : undefined;
  const titles = header === undefined ? undefined : table.rows[header]?.cells;
  const setField = (index: number, value: string) => {
    const field = tableFields[kind].find((each) => each === value);
    setColumns({ ...columns, fields: fields.with(index, field) });
  };
  return (
    <Section id="columns" title="Columns">
      <Stack gap="sm" align="flex-start">
        <Text>Not all columns have a title that says what they are.</Text>
        <Group gap="sm" align="flex-start">
          {only === undefined && (
            <NativeSelect
              label="Each line is"
              value={isKnown ? kind : ''}
              onChange={({ currentTarget: { value } }) => {
                setColumns(suggestedColumns(table, value === 'users' ? 'users' : 'groups'));
                setKnown(true);
              }}
            >
              {!isKnown && <option value="">Choose</option>}
              <option value="groups">A group</option>
              <option value="users">A user</option>
            </NativeSelect>
          )}
          <NativeSelect
            label="The titles are in"
            value={header === undefined ? '' : String(header)}
            maw="min(20rem, 100%)"
            onChange={({ currentTarget: { value } }) =>
              setColumns({ ...columns, header: value === '' ? undefined : Number(value) })
            }
          >
            <option value="">No line</option>
            {table.rows.slice(0, mostHeaderRows).map(({ line, cells }, index) => (
              <option key={line} value={index}>
                {msg`Line ${line}`}
                {showsCells &&
                  msg`: ${cells
                    .map(({ text }) => text)
                    .join(', ')
                    .slice(0, 2 * longestExample)}`}
              </option>
            ))}
          </NativeSelect>
        </Group>
        <Group gap="sm" align="flex-start">
          {fields.map((field, index) => (
            <NativeSelect
              // Columns have no other identity, and never move.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              label={msg`Column ${index + 1}${titles?.[index]?.text ? `: ${titles[index].text}` : ''}`}
              description={
                examples?.[index]?.text
                  ? msg`Such as ${examples[index].text.slice(0, longestExample)}`
                  : undefined
              }
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={field ?? ''}
              onChange={({ currentTarget: { value } }) => setField(index, value)}
            >
              <option value="">Not imported</option>
              {tableFields[kind].map((each) => (
                <option key={each} value={each}>
                  {labels[each]}
                </option>
              ))}
            </NativeSelect>
          ))}
        </Group>
        {isKnown && !hasKey(kind, fields) && (
          <Text c="var(--danger)">
            One column must be the {kind === 'users' ? 'login' : 'name or the whole path'}.
          </Text>
        )}
        {!isUnique && <Text c="var(--danger)">Two columns can't be the same.</Text>}
        <Button
          variant="filled"
          size="sm"
          disabled={!isReady}
          onClick={() => onChosen({ kind, header, fields })}
        >
          Preview changes
        </Button>
      </Stack>
    </Section>
  );
}

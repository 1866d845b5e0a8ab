import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { tableFields } from '../../data/groups/group-table.ts';
import { msg } from '../../lib/text.ts';
import { Section } from '../../ui/section.tsx';
import { maxHeader, suggestedColumns, type Columns, type TableRow } from './read-table.ts';

const fieldLabels = { name: 'Name', description: 'Description', parent: 'Parent' };

interface ColumnFormProps {
  table: readonly TableRow[];
  onChosen(columns: Columns): void;
}

/** Asks which row names the columns, and what the columns are, of a table that doesn't say so as we do. */
export function ColumnForm({ table, onChosen }: ColumnFormProps) {
  const [{ header, fields }, setColumns] = useState(() => suggestedColumns(table));
  const names = fields.filter((field) => field === 'name').length;
  const isUnique = new Set(fields.filter(Boolean)).size === fields.filter(Boolean).length;
  const examples = table[(header ?? -1) + 1]?.cells;
  const titles = header === undefined ? undefined : table[header]?.cells;
  return (
    <Section id="columns" title="Columns">
      <Stack gap="sm" align="flex-start">
        <Text>The table doesn't name its columns as name, description and parent. Say what they are.</Text>
        <NativeSelect
          label="The columns' names are in"
          value={header === undefined ? '' : String(header)}
          onChange={({ currentTarget: { value } }) =>
            setColumns({ header: value === '' ? undefined : Number(value), fields })
          }
        >
          <option value="">No line: all lines are groups</option>
          {table.slice(0, maxHeader).map(({ line, cells }, index) => (
            <option key={line} value={index}>
              {msg`Line ${line}: ${cells.join(', ').slice(0, 80)}`}
            </option>
          ))}
        </NativeSelect>
        <Group gap="sm" align="flex-end">
          {fields.map((field, index) => (
            <NativeSelect
              // Columns have no other identity, and never move.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              label={msg`Column ${index + 1}${titles?.[index] ? ` (${titles[index]})` : ''}`}
              description={examples?.[index] ? msg`Such as ${examples[index].slice(0, 40)}` : undefined}
              value={field ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setColumns({
                  header,
                  fields: fields.with(
                    index,
                    tableFields.find((each) => each === value),
                  ),
                })
              }
            >
              <option value="">Isn't imported</option>
              {tableFields.map((each) => (
                <option key={each} value={each}>
                  {fieldLabels[each]}
                </option>
              ))}
            </NativeSelect>
          ))}
        </Group>
        {names !== 1 && <Text c="var(--danger)">One column must be the name.</Text>}
        {names === 1 && !isUnique && <Text c="var(--danger)">Two columns can't be the same.</Text>}
        <Button disabled={names !== 1 || !isUnique} onClick={() => onChosen({ header, fields })}>
          Use these columns
        </Button>
      </Stack>
    </Section>
  );
}

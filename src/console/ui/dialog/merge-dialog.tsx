import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { grantText, isGrant } from '../../lib/privilege-text.ts';
import { msg } from '../../lib/text.ts';
import { TableHead } from '../item-list/table-head.tsx';
import { Dialog } from './dialog.tsx';
import classes from './merge-dialog.module.css';
import type { Question } from './use-question.ts';

/** Fields of a record that were changed here and, to other values, elsewhere. */
export interface Conflicts {
  /** The record's name. */
  name: string;
  fields: readonly { field: string; label: string; base: unknown; mine: unknown; theirs: unknown }[];
}

type Whose = 'mine' | 'theirs';

/** Asks which value to save of each field that someone else has changed, too. The answer has the values by field. */
export function MergeDialog({ about: { name, fields }, answer }: Question<Conflicts, object>) {
  const [choices, setChoices] = useState<Readonly<Record<string, Whose>>>({});
  const chosen = fields.flatMap((each) => {
    const whose = choices[each.field];
    return whose ? [[each.field, each[whose]] as const] : [];
  });
  return (
    <Dialog title={msg`${name} has changed`} size="lg" easyToLeave onClose={answer}>
      <Stack>
        <Text>
          Someone else, or another tab, saved other values after you opened it. Choose which ones to save. All
          other changes are kept.
        </Text>
        <Table className={classes.table} verticalSpacing={6}>
          <TableHead columns={['Field', 'Original', 'Yours', 'Saved']} />
          <Table.Tbody>
            {fields.map(({ field, label, base, ...values }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{label}</Table.Th>
                <Table.Td data-label="Original">
                  <Value value={base} />
                </Table.Td>
                {(['mine', 'theirs'] as const).map((whose) => (
                  <Table.Td key={whose} data-label={whose === 'mine' ? 'Yours' : 'Saved'}>
                    <Radio
                      size="sm"
                      name={`merge-${field}`}
                      label={<Value value={values[whose]} />}
                      aria-label={`${label}: use ${whose === 'mine' ? 'yours' : 'theirs'}, ${textOf(values[whose]) || 'empty'}`}
                      checked={choices[field] === whose}
                      onChange={() => setChoices({ ...choices, [field]: whose })}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group gap="md" justify="flex-end">
          <Button size="sm" onClick={() => answer()} data-autofocus>
            Keep editing
          </Button>
          <Button
            variant="filled"
            size="sm"
            disabled={chosen.length < fields.length}
            onClick={() => answer(Object.fromEntries(chosen))}
          >
            Save changes
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** A field's value in words: "Groups · change" for a grant. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (isGrant(value)) return grantText(value);
  if (typeof value === 'object') return Object.values(value).map(textOf).join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function Value({ value }: { value: unknown }) {
  const text = textOf(value);
  if (text === '') return <span className="muted">empty</span>;
  return (
    <code translate="no" className={classes.value}>
      {text}
    </code>
  );
}

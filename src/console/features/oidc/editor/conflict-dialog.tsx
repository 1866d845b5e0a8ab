import { Button, Group, Modal, Radio, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { conflictsOf, merged, type Choice, type FieldConflict } from './conflict.ts';
import { useEditorParts } from './editor-context.ts';
import { labels, type FieldName } from './fields.ts';
import { toForm } from './form-values.ts';
import classes from '../metadata/metadata-review.module.css';
import { isolate } from '../../../lib/text.ts';

/** Brings together what is here and what somebody else saved meanwhile. */
export function ConflictDialog({ theirs }: { theirs: OidcOp }) {
  const { editor } = useEditorParts();
  const [choices, setChoices] = useState<Partial<Record<FieldName, Choice>>>({});
  const conflicts = conflictsOf(editor.baseValues, editor.values, toForm(theirs));
  const open = conflicts.filter(({ field, overlaps }) => overlaps && choices[field] === undefined);
  const overlapping = conflicts.some(({ overlaps }) => overlaps);
  return (
    <Modal
      opened
      onClose={editor.dismissConflict}
      size="xl"
      title={`Somebody else changed ${isolate(editor.base?.name ?? theirs.name)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          It was saved <SavedAt op={theirs} /> by somebody else, after you opened it. Nothing of yours was
          sent yet.{' '}
          {overlapping
            ? 'Choose where both of you changed the same field; everything else is kept from both.'
            : 'You changed other fields than they did: both changes can stand.'}
        </Text>
        <Table className={classes.table} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>When you opened it</Table.Th>
              <Table.Th>Yours</Table.Th>
              <Table.Th>Theirs</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {conflicts.map((conflict) => (
              <Row
                key={conflict.field}
                conflict={conflict}
                choice={choices[conflict.field]}
                onChoose={(choice) => setChoices({ ...choices, [conflict.field]: choice })}
              />
            ))}
          </Table.Tbody>
        </Table>
        {editor.secret.filled && (
          <Text size="sm">
            The client secret that you typed is sent too. Nobody can see whether they replaced it.
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={editor.dismissConflict} data-autofocus>
            Go on editing
          </Button>
          <Button
            disabled={open.length > 0}
            onClick={() => editor.saveMerged(merged(toForm(theirs), conflicts, choices))}
          >
            Save both changes
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function SavedAt({ op }: { op: OidcOp }) {
  const at = new Date(op.updated_at);
  return Number.isNaN(at.getTime()) ? <>since then</> : <RelativeTime at={at} />;
}

interface RowProps {
  conflict: FieldConflict;
  choice: Choice | undefined;
  onChoose(choice: Choice): void;
}

function Row({ conflict, choice, onChoose }: RowProps) {
  const { field, base, mine, theirs, overlaps } = conflict;
  const taken: Choice = overlaps ? (choice ?? 'theirs') : mine === base ? 'theirs' : 'mine';
  const cell = (whose: Choice, value: string) => (
    <Table.Td data-label={whose === 'mine' ? 'Yours' : 'Theirs'}>
      {overlaps ? (
        <Radio
          size="sm"
          name={`conflict-${field}`}
          label={<Value value={value} />}
          aria-label={`${labels[field]}: take ${whose === 'mine' ? 'yours' : 'theirs'}, ${value || 'empty'}`}
          checked={choice === whose}
          onChange={() => onChoose(whose)}
        />
      ) : (
        <span className={taken === whose ? undefined : classes.passed}>
          <Value value={value} />
        </span>
      )}
    </Table.Td>
  );
  return (
    <Table.Tr>
      <Table.Th scope="row">{labels[field]}</Table.Th>
      <Table.Td data-label="When you opened it">
        <Value value={base} />
      </Table.Td>
      {cell('mine', mine)}
      {cell('theirs', theirs)}
    </Table.Tr>
  );
}

function Value({ value }: { value: string }) {
  if (value === '') return <span className="muted">empty</span>;
  return <code className={classes.value}>{value}</code>;
}

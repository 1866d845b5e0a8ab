import { Button, Group, Modal, Radio, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { TableHead } from '../../../ui/item-list/table-head.tsx';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { findConflicts, mergeChanges, type Choice, type FieldConflict } from './conflict.ts';
import { useEditorParts } from '../editor/editor-context.ts';
import { labels, type FieldName, type FormValues } from '../../../data/oidc/fields.ts';
import { toForm } from '../../../data/oidc/form-values.ts';
import classes from '../metadata/metadata-review.module.css';
import { msg } from '../../../lib/text.ts';
import type { Question } from '../editor/use-editor.ts';

/** Merges this form with what someone else saved in the meantime. */
export function ConflictDialog({ about: theirs, answer }: Question<OidcOp, FormValues>) {
  const { editor } = useEditorParts();
  const dismiss = () => answer();
  const [choices, setChoices] = useState<Partial<Record<FieldName, Choice>>>({});
  const conflicts = findConflicts(editor.baseValues, editor.values, toForm(theirs));
  const undecided = conflicts.filter(({ field, overlaps }) => overlaps && choices[field] === undefined);
  const overlapping = conflicts.some(({ overlaps }) => overlaps);
  return (
    <Modal opened onClose={dismiss} size="xl" title={msg`${editor.base?.name ?? theirs.name} has changed`}>
      <Stack>
        <Text>
          This provider was saved after you opened it, by someone else or in another tab
          <SavedAt op={theirs} />. Your changes aren't saved yet.{' '}
          {overlapping
            ? 'Choose a value for each field that was changed twice; all other changes are kept.'
            : 'Different fields were changed, so both changes can be kept.'}
        </Text>
        <Table className={classes.table} verticalSpacing={6}>
          <TableHead columns={['Field', 'Original', 'Yours', 'Saved']} />
          <Table.Tbody>
            {conflicts.map((changed) => (
              <Row
                key={changed.field}
                conflict={changed}
                choice={choices[changed.field]}
                onChoose={(choice) => setChoices({ ...choices, [changed.field]: choice })}
              />
            ))}
          </Table.Tbody>
        </Table>
        {editor.secret.filled && (
          <Text>
            The client secret you entered is saved too. There's no way to see whether they replaced it.
          </Text>
        )}
        <Group gap="md" justify="flex-end">
          <Button size="sm" onClick={dismiss} data-autofocus>
            Keep editing
          </Button>
          <Button
            variant="filled"
            size="sm"
            disabled={undecided.length > 0}
            onClick={() => answer(mergeChanges(toForm(theirs), conflicts, choices))}
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
  if (Number.isNaN(at.getTime())) return null;
  return (
    <>
      {' '}
      (<RelativeTime at={at} />)
    </>
  );
}

interface RowProps {
  conflict: FieldConflict;
  choice: Choice | undefined;
  onChoose(choice: Choice): void;
}

function Row({ conflict, choice, onChoose }: RowProps) {
  const { field, base, mine, theirs, overlaps } = conflict;
  const kept: Choice = overlaps ? (choice ?? 'theirs') : mine === base ? 'theirs' : 'mine';
  const cell = (whose: Choice, value: string) => (
    <Table.Td data-label={whose === 'mine' ? 'Yours' : 'Theirs'}>
      {overlaps ? (
        <Radio
          size="sm"
          name={`conflict-${field}`}
          label={<Value value={value} />}
          aria-label={`${labels[field]}: use ${whose === 'mine' ? 'yours' : 'theirs'}, ${value || 'empty'}`}
          checked={choice === whose}
          onChange={() => onChoose(whose)}
        />
      ) : (
        <span className={kept === whose ? undefined : 'muted'}>
          <Value value={value} />
        </span>
      )}
    </Table.Td>
  );
  return (
    <Table.Tr>
      <Table.Th scope="row">{labels[field]}</Table.Th>
      <Table.Td data-label="Original">
        <Value value={base} />
      </Table.Td>
      {cell('mine', mine)}
      {cell('theirs', theirs)}
    </Table.Tr>
  );
}

function Value({ value }: { value: string }) {
  if (value === '') return <span className="muted">empty</span>;
  return (
    <code translate="no" className={classes.value}>
      {value}
    </code>
  );
}

import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RecordKind } from '../../../data/activity/record-kinds.ts';
import { compareVersions, type Version } from '../../../data/activity/versions.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { authorText } from '../author.tsx';
import classes from '../activity.module.css';
import { FieldTable } from '../field-table.tsx';

interface CompareDialogProps {
  kind: RecordKind | undefined;
  versions: readonly Version[];
  /** The versions to start with. */
  initial: readonly [Version, Version];
  onClose(): void;
}

/** Compares any two versions of a record, field by field. */
export function CompareDialog({ kind, versions, initial, onClose }: CompareDialogProps) {
  const [numbers, setNumbers] = useState(initial.map(({ number }) => number).toSorted((a, b) => a - b));
  const [older, newer] = numbers.map((number) => versions.find((version) => version.number === number));
  if (!older || !newer) return null;
  const differences = compareVersions(versions, older, newer);
  const choices = versions.map((version) => ({ value: String(version.number), label: labelOf(version) }));
  const select = (label: string, index: 0 | 1) => (
    <NativeSelect
      label={label}
      data={choices}
      value={String(numbers[index])}
      onChange={({ currentTarget }) =>
        setNumbers(numbers.with(index, Number(currentTarget.value)).toSorted((a, b) => a - b))
      }
    />
  );
  return (
    <Dialog title="Compare versions" size="xl" easyToLeave onClose={onClose}>
      <Stack>
        <div className={classes.choices}>
          {select('Older version', 0)}
          {select('Newer version', 1)}
        </div>
        {differences.length === 0 ? (
          <Text role="status">These versions are the same.</Text>
        ) : (
          <FieldTable
            label="Differences"
            kind={kind}
            fields={differences}
            headers={{ before: `Version ${older.number}`, after: `Version ${newer.number}` }}
          />
        )}
      </Stack>
    </Dialog>
  );
}

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

function labelOf({ number, change }: Version): string {
  if (!change) return `${number}: before the oldest change listed`;
  return `${number}: ${authorText(change)}, ${time.format(new Date(change.at))}`;
}

import { Button, Checkbox, Group, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import type { FilledField } from '../../../../contract/oidc/metadata.ts';
import { labels } from '../../../data/oidc/fields.ts';
import classes from './metadata-review.module.css';
import { useEditorParts } from '../editor/editor-context.ts';
import type { MetadataDifference } from '../../../data/oidc/provenance.ts';

/** Typed, saved and published values side by side, to choose which published ones to use. */
export function MetadataReview({ differences }: { differences: readonly MetadataDifference[] }) {
  const { editor } = useEditorParts();
  const [chosen, setChosen] = useState<ReadonlySet<FilledField>>(
    () => new Set(differences.filter(({ suggested }) => suggested).map(({ field }) => field)),
  );
  const selected = differences.filter(({ field }) => chosen.has(field));
  return (
    <Stack component="section" gap={12} aria-label="Published metadata">
      <Table className={classes.table} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Use</Table.Th>
            <Table.Th>Typed</Table.Th>
            {editor.base && <Table.Th>Saved</Table.Th>}
            <Table.Th>Published</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map(({ field, typed, saved, published }) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">
                <Checkbox
                  size="sm"
                  label={labels[field]}
                  checked={chosen.has(field)}
                  onChange={(event) => {
                    const next = new Set(chosen);
                    if (event.currentTarget.checked) next.add(field);
                    else next.delete(field);
                    setChosen(next);
                  }}
                />
              </Table.Th>
              <Value label="Typed" value={typed} />
              {editor.base && <Value label="Saved" value={saved} />}
              <Value label="Published" value={published} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group>
        <Button
          variant="filled"
          disabled={selected.length === 0}
          onClick={() => {
            for (const { field, published } of selected) editor.set(field, published);
          }}
        >
          {selected.length === 0
            ? 'Use published values'
            : `Use ${selected.length} published ${selected.length === 1 ? 'value' : 'values'}`}
        </Button>
      </Group>
    </Stack>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <Table.Td data-label={label}>
      {value === '' ? (
        <span className="muted">empty</span>
      ) : (
        <code translate="no" className={`clamped ${classes.value}`}>
          {value}
        </code>
      )}
    </Table.Td>
  );
}

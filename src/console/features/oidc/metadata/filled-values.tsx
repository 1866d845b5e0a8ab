import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { MetadataPreview } from '../../../../contract/oidc/metadata.ts';
import { fieldNames, labels, type FieldName } from '../../../data/oidc/fields.ts';
import { filledByMetadata } from '../../../data/oidc/provenance.ts';
import { count } from '../../../lib/text.ts';
import { useEditorParts } from '../editor/editor-context.ts';

/** Fills the form from fetched metadata, which can be undone. */
export function useFill() {
  const { editor } = useEditorParts();
  const { form, base, baseValues, readOnly, set } = editor;
  const [filled, setFilled] = useState<readonly { field: FieldName; before: string; value: string }[]>([]);
  return {
    filled,
    /** Fills what the fetched metadata adds; nothing if fetching failed. */
    apply: (preview: MetadataPreview | undefined) => {
      if (!preview || readOnly) return;
      // As they are now: the user may have typed while the metadata was fetched.
      const values = form.getValues();
      const added = filledByMetadata(values, base && baseValues, preview);
      setFilled(
        fieldNames.flatMap((field) => {
          const value = added[field];
          return value === undefined ? [] : [{ field, before: values[field], value }];
        }),
      );
      for (const field of fieldNames) if (added[field] !== undefined) set(field, added[field]);
    },
    /** Restores the fields that weren't changed again. */
    undo: () => {
      for (const { field, before, value } of filled)
        if (form.getValues(field) === value) form.setValue(field, before);
      setFilled([]);
    },
  };
}

/** Says which fields were filled, and offers to undo that. */
export function FilledValues({ fill: { filled, undo } }: { fill: ReturnType<typeof useFill> }) {
  if (filled.length === 0) return null;
  return (
    <Group gap={8}>
      <Text role="status">
        {count(filled.length, 'value')} filled: {filled.map(({ field }) => labels[field]).join(', ')}
      </Text>
      <Button size="compact-sm" onClick={undo}>
        Undo
      </Button>
    </Group>
  );
}

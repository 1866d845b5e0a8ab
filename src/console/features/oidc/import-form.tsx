import { Button, FileButton, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useEditorParts } from './editor-context.ts';
import { fieldNames } from './fields.ts';
import { fromJson } from './transfer.ts';

/** Fills a new form from an exported file. */
export function ImportForm() {
  const { editor } = useEditorParts();
  const [told, setTold] = useState<string>();
  const read = async (file: File | null) => {
    if (!file) return;
    const imported = fromJson(await file.text());
    if ('problem' in imported) {
      setTold(imported.problem);
      return;
    }
    for (const name of fieldNames) editor.form.setValue(name, imported.values[name]);
    const ignored = imported.ignored.length > 0 ? ` Left out: ${imported.ignored.join(', ')}.` : '';
    setTold(`${file.name} fills the form. The client secret is not in it: type it.${ignored}`);
  };
  return (
    <Group gap={12}>
      <FileButton accept="application/json,.json" onChange={(file) => void read(file)}>
        {(props) => (
          <Button size="xs" variant="default" {...props}>
            Import from a file
          </Button>
        )}
      </FileButton>
      <Text size="sm" className="muted" role="status">
        {told ?? 'Or begin with an export of another provider.'}
      </Text>
    </Group>
  );
}

import { Button, FileButton, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { useEditorParts } from '../editor/editor-context.ts';
import { fieldNames, type FormValues } from '../../../data/oidc/fields.ts';
import { fromJson } from './transfer.ts';
import { msg } from '../../../lib/text.ts';

/** The result of an import, and the values it replaced. */
interface ImportStatus {
  message: string;
  before?: FormValues;
}

/** Fills a new form from an exported file; can be undone. */
export function ImportForm() {
  const { editor } = useEditorParts();
  const [status, setStatus] = useState<ImportStatus>();
  // Lets the same file be chosen again after it was edited.
  const reset = useRef<() => void>(null);
  const fill = (values: FormValues) => {
    for (const name of fieldNames) {
      const filled = values[name] !== '';
      editor.form.setValue(name, values[name], { shouldTouch: filled, shouldValidate: filled });
    }
  };
  const open = async (file: File | null) => {
    reset.current?.();
    if (!file) return;
    if (file.size > limits.bodyBytes) {
      setStatus({ message: msg`${file.name} is over 1 MiB, so it isn't an exported provider.` });
      return;
    }
    const imported = fromJson(await file.text());
    if ('problem' in imported) {
      setStatus({ message: imported.problem });
      return;
    }
    const before = editor.form.getValues();
    fill(imported.values);
    const ignored = imported.ignored.length > 0 ? ` Ignored: ${imported.ignored.join(', ')}.` : '';
    setStatus({
      message: msg`Form filled from ${file.name}. Enter the client secret: exports don't contain it.${ignored}`,
      before,
    });
  };
  return (
    <Group gap={12}>
      <FileButton accept="application/json,.json" resetRef={reset} onChange={(file) => void open(file)}>
        {(props) => <Button {...props}>Import from file</Button>}
      </FileButton>
      <Text className="muted wrap" role="status">
        {status?.message ?? 'Or start from an exported provider.'}
      </Text>
      {status?.before && (
        <Button
          variant="subtle"
          onClick={() => {
            if (status.before) fill(status.before);
            setStatus({ message: 'Import undone.' });
          }}
        >
          Undo import
        </Button>
      )}
    </Group>
  );
}

import { Button, FileButton, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { useEditorParts } from './editor-context.ts';
import { fieldNames, type FormValues } from './fields.ts';
import { fromJson } from './transfer.ts';
import { isolate } from '../../../lib/text.ts';

/** What reading a file came to, and what stood in the form before. */
interface Read {
  told: string;
  before?: FormValues;
}

/** Fills a new form from an exported file; what stood there comes back with a click. */
export function ImportForm() {
  const { editor } = useEditorParts();
  const [read, setRead] = useState<Read>();
  // So that the same file can be chosen again after it was changed.
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
      setRead({ told: `${isolate(file.name)} is over 1 MiB: that is no export of a provider.` });
      return;
    }
    const imported = fromJson(await file.text());
    if ('problem' in imported) {
      setRead({ told: imported.problem });
      return;
    }
    const before = editor.form.getValues();
    fill(imported.values);
    const ignored = imported.ignored.length > 0 ? ` Left out: ${imported.ignored.join(', ')}.` : '';
    setRead({
      told: `${isolate(file.name)} fills the form. The client secret is not in it: type it.${ignored}`,
      before,
    });
  };
  return (
    <Group gap={12}>
      <FileButton accept="application/json,.json" resetRef={reset} onChange={(file) => void open(file)}>
        {(props) => (
          <Button size="xs" variant="default" {...props}>
            Import from a file
          </Button>
        )}
      </FileButton>
      <Text size="sm" className="muted wrap" role="status">
        {read?.told ?? 'Or begin with an export of another provider.'}
      </Text>
      {read?.before && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => {
            if (read.before) fill(read.before);
            setRead({ told: 'The form is as it was before the import.' });
          }}
        >
          Undo the import
        </Button>
      )}
    </Group>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { fieldNames, type FormValues } from '../../../data/oidc/fields.ts';
import { toForm } from '../../../data/oidc/form-values.ts';
import { msg } from '../../../lib/text.ts';
import { ChooseFile, takesFile } from '../../../ui/choose-file.tsx';
import { useEditorParts } from '../editor/editor-context.ts';

/** The result of an import. */
interface ImportStatus {
  message: string;
  /** The values before and after it. */
  filled?: { before: FormValues; after: FormValues };
  problems?: ReactNode;
}

/** Fills a new form from the provider of a configuration file; can be undone. */
export function ImportForm() {
  const { editor } = useEditorParts();
  const [{ message, filled, problems }, setStatus] = useState<ImportStatus>({
    message: 'Or drop an exported provider here.',
  });
  const fill = (values: FormValues, replaced: FormValues) => {
    for (const name of fieldNames) {
      // What was typed since stays.
      if (editor.form.getValues(name) !== replaced[name]) continue;
      const hasValue = values[name] !== '';
      editor.form.setValue(name, values[name], { shouldTouch: hasValue, shouldValidate: hasValue });
    }
  };
  const open = async (file: File) => {
    let text = '';
    // Loaded with the first file.
    const [{ FileError, read, textOf }, { FileProblems }] = await Promise.all([
      import('../../../data/configuration/files.ts'),
      import('../../../data/configuration/file-problems.tsx'),
    ]);
    try {
      text = await textOf(file);
      const { oidc_providers: providers = [] } = await read(text, ['oidc_providers']);
      const [provider, another] = providers;
      if (!provider) return setStatus({ message: msg`${file.name} doesn't contain a provider` });
      if (another)
        return setStatus({ message: msg`${file.name} has several providers: apply it in Configuration` });
      const before = editor.form.getValues();
      fill(toForm(provider.values as Partial<OidcOp>), before);
      setStatus({
        message: msg`Form filled from ${file.name}. Enter the client secret: exports don't contain it.`,
        filled: { before, after: editor.form.getValues() },
      });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      setStatus({
        message: '',
        problems: <FileProblems title="Couldn't read the file" text={text} problems={error.problems} />,
      });
    }
  };
  const importFrom = (file: File) =>
    void open(file).catch((error: unknown) => notify.error(msg`Couldn't import ${file.name}`, error));
  return (
    <Stack
      gap={12}
      role="group"
      aria-label="Import"
      {...takesFile(importFrom, (problem) => setStatus({ message: problem }))}
    >
      <Group gap={12}>
        <ChooseFile accept=".yaml,.yml,.json" onFile={importFrom}>
          Import from file
        </ChooseFile>
        <Text className="muted wrap" role="status">
          {message}
        </Text>
        {filled && (
          <Button
            variant="subtle"
            onClick={() => {
              fill(filled.before, filled.after);
              setStatus({ message: 'Import undone.' });
            }}
          >
            Undo import
          </Button>
        )}
      </Group>
      {problems}
    </Stack>
  );
}

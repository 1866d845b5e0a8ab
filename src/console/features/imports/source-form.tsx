import { Button, Code, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { notUtf8, readText } from '../../../contract/text-file.ts';
import { tableFields } from '../../data/groups/group-table.ts';
import { writeCsv } from '../../lib/csv.ts';
import { download } from '../../lib/download.ts';
import { count, msg } from '../../lib/text.ts';
import { ChooseFile, takesFile } from '../../ui/choose-file.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { Name } from '../../ui/name.tsx';
import { Section } from '../../ui/section.tsx';

/** A longer file isn't put into the text field, because editing would be slow. */
const maxEditableCharacters = 500_000;

const template = writeCsv([
  [...tableFields],
  ['Acme', 'The customer', 'EMEA'],
  ['Berlin', '', 'EMEA > Acme'],
]);

/** What to import: a text that can be edited, or a file that's too long for it. */
export interface Source {
  text: string;
  /** The file's name, if its text can't be edited. */
  file?: string;
}

interface SourceFormProps {
  source: Source;
  onChange(source: Source): void;
}

/** Takes the groups to import as pasted text, or from a file that's chosen or dropped. */
export function SourceForm({ source, onChange }: SourceFormProps) {
  const [problem, setProblem] = useState<string>();
  const readFile = async (selected: File) => {
    if (selected.size > limits.importBodyBytes)
      return setProblem(msg`${selected.name} is over ${limits.importBodyBytes / 1024 / 1024} MiB`);
    try {
      const text = await readText(selected);
      if (text.trim() === '') throw new Error('is empty');
      setProblem(undefined);
      onChange(text.length > maxEditableCharacters ? { text, file: selected.name } : { text });
    } catch (error) {
      const why = (error as Error).message;
      setProblem(`${msg`${selected.name}`} ${why}${why === notUtf8 ? '. In Excel, choose CSV UTF-8' : ''}`);
    }
  };
  return (
    <Section id="source" title="1. Text or file" mb={8}>
      <Stack gap="sm">
        <Text>
          A table with the columns <Code>name</Code>, <Code>description</Code> and <Code>parent</Code>, a JSON
          array, or JSON lines. A parent is a group's path (<Code>/groups/5</Code>) or its names from the top
          (<Code>EMEA {'>'} Acme</Code>), which other lines may create. Put names that contain {'>'} in
          quotation marks. Groups without a parent are created in your own group. Either all groups are
          created or none.
        </Text>
        <Group
          role="group"
          aria-label="File"
          gap={12}
          p={12}
          bd="1px dashed var(--line)"
          bdrs={6}
          {...takesFile((file) => void readFile(file), setProblem)}
        >
          <ChooseFile accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson" onFile={(file) => void readFile(file)}>
            Choose file
          </ChooseFile>
          <Text c="dimmed" flex={1}>
            or drop one here
          </Text>
          <Button variant="subtle" onClick={() => download('groups-template.csv', 'text/csv', template)}>
            Download template
          </Button>
        </Group>
        {problem !== undefined && <ErrorView title="Couldn't read the file" detail={[problem]} />}
        {source.file === undefined ? (
          <Textarea
            label="Groups to import"
            placeholder={template}
            rows={8}
            autosize={false}
            classNames={{ input: 'mono' }}
            spellCheck={false}
            value={source.text}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
        ) : (
          <Group>
            <Text>
              <Name>{source.file}</Name>, {count(source.text.length, 'character')}
            </Text>
            <Button onClick={() => onChange({ text: '' })}>Use other text</Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}

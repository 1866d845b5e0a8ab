import { Text } from '@mantine/core';
import { count, isolate } from '../../lib/text.ts';
import { CodeBlock } from '../../ui/code-block/code-block.tsx';
import { ErrorView } from '../../ui/error-view.tsx';

const mostPreviewed = 500;

/** The beginning of a file, after what it doesn't contain. */
export function Preview({ text, notes }: { text: string; notes: readonly string[] }) {
  const lines = text.split('\n');
  const left = lines.length - mostPreviewed;
  return (
    <>
      {notes.length > 0 && <ErrorView title="Not in the file" detail={notes.map(isolate)} />}
      <CodeBlock label="Preview">{lines.slice(0, mostPreviewed).join('\n')}</CodeBlock>
      {left > 0 && <Text c="dimmed">… and {count(left, 'more line')}</Text>}
    </>
  );
}

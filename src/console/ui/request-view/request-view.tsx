import { Stack, Text } from '@mantine/core';
import { CodeBlock } from '../code-block/code-block.tsx';
import { Disclosure } from '../section.tsx';
import { CopyMenu } from './copy-menu.tsx';

/** A request: its request line, its body as JSON, and commands that send it. */
interface ViewedRequest {
  line: string;
  body: string;
  commands: readonly { label: string; text: string }[];
}

/** Shows a request, with a menu to copy it as a command. */
export function RequestView({ request }: { request: ViewedRequest }) {
  return (
    <>
      <CodeBlock label="Request">{[request.line, request.body].filter(Boolean).join('\n\n')}</CodeBlock>
      <div>
        <CopyMenu label="Copy request as…" formats={request.commands} />
      </div>
    </>
  );
}

interface RequestPreviewProps {
  /** Returns the request that saving would send; undefined if nothing has changed. */
  request(): ViewedRequest | undefined;
}

/** A collapsed section with the request that a form will send. */
export function RequestPreview({ request }: RequestPreviewProps) {
  return (
    <Disclosure
      summary={
        <Text span fw={500}>
          Request preview
        </Text>
      }
    >
      <Preview request={request} />
    </Disclosure>
  );
}

function Preview({ request }: RequestPreviewProps) {
  const preview = request();
  return (
    <Stack gap={8} pt={8}>
      {preview ? <RequestView request={preview} /> : <Text>No changes to send.</Text>}
    </Stack>
  );
}

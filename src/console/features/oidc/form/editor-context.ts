import { createSafeContext } from '@mantine/core';
import type { Editor } from './use-editor.ts';
import type { Metadata } from './use-metadata.ts';
import type { Playground } from './use-playground.ts';
import type { Check } from './checks.ts';

/** What the parts of the editor share. */
export interface EditorParts {
  editor: Editor;
  metadata: Metadata;
  playground: Playground;
  /** What the checks found. */
  checks: readonly Check[];
}

/** The editor around a component. */
export const [EditorContext, useEditorParts] = createSafeContext<EditorParts>(
  'There is no editor around this',
);

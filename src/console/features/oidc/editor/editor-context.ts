import { createContext, useContext } from 'react';
import type { Editor } from './use-editor.ts';
import type { Metadata } from '../metadata/use-metadata.ts';
import type { Playground } from '../username/use-playground.ts';
import type { Check } from '../side-panel/checks.ts';

/** What the parts of the editor share. */
export interface EditorParts {
  editor: Editor;
  metadata: Metadata;
  playground: Playground;
  /** What the checks found. */
  checks: readonly Check[];
}

export const EditorContext = createContext<EditorParts | undefined>(undefined);

/** The editor around this component. */
export function useEditorParts(): EditorParts {
  const parts = useContext(EditorContext);
  if (!parts) throw new Error('useEditorParts must be used inside an EditorContext');
  return parts;
}

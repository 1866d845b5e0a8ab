import { createContext, useContext } from 'react';
import type { Editor } from './use-editor.ts';
import type { Metadata } from '../metadata/use-metadata.ts';
import type { Workbench } from '../username/use-playground.ts';

/** What the parts of the editor's page have in common. */
export interface EditorParts {
  editor: Editor;
  metadata: Metadata;
  workbench: Workbench;
}

export const EditorContext = createContext<EditorParts | undefined>(undefined);

/** The editor of this page. */
export function useEditorParts(): EditorParts {
  const parts = useContext(EditorContext);
  if (!parts) throw new Error('There is no editor around this');
  return parts;
}

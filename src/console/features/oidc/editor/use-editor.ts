import { useNavigate } from '@tanstack/react-router';
import { useRef, type RefObject } from 'react';
import { useFormProblems, type FormProblems } from './use-form-problems.ts';
import { useProviderForm, type ProviderForm, type ProviderFormInput } from './use-provider-form.ts';
import { useSave, type Save } from './use-save.ts';

/** The editor of one provider: its form, its problems and what saving does. */
export interface Editor extends ProviderForm, Save {
  problems: FormProblems;
  readOnly: boolean;
  /** Goes to the list without asking about unsaved changes. */
  leave(): Promise<void>;
  /** Whether the editor itself is leaving the page. */
  leaving: RefObject<boolean>;
  /** Whether its draft stays, because a job may still fail to save it. */
  keepsDraft: RefObject<boolean>;
}

/** Combines the hooks of the editor. @param draft the name of its draft */
export function useEditor({
  readOnly,
  draft,
  ...input
}: ProviderFormInput & { readOnly: boolean; draft: string }): Editor {
  const navigate = useNavigate();
  const leaving = useRef(false);
  const keepsDraft = useRef(readOnly);
  const markLeaving = (withDraft = false) => {
    leaving.current = true;
    keepsDraft.current = withDraft;
  };
  const provider = useProviderForm(input);
  const problems = useFormProblems(provider);
  const save = useSave(provider, problems, draft, markLeaving);
  return {
    ...provider,
    ...save,
    problems,
    readOnly,
    leave: () => {
      markLeaving();
      return navigate({ to: '/oidc' });
    },
    leaving,
    keepsDraft,
  };
}

import { useNavigate } from '@tanstack/react-router';
import { useRef, type RefObject } from 'react';
import { emptyForm } from '../../../data/oidc/form-values.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { writeDraft } from '../../../lib/drafts.ts';
import { useFormProblems, type FormProblems } from './use-form-problems.ts';
import { useProviderForm, type ProviderForm, type ProviderFormInput } from './use-provider-form.ts';
import { useSave, type Save } from './use-save.ts';

/** The editor of one provider: its form, its problems and what saving does. */
export interface Editor extends ProviderForm, Save {
  problems: FormProblems;
  readOnly: boolean;
  /** Opens the form of a new provider with these values, except for the secret. */
  createAgain(): Promise<void>;
  /** Goes to the list without asking about unsaved changes. */
  leave(): Promise<void>;
  /** Whether the editor itself is leaving the page. */
  leaving: RefObject<boolean>;
  /** Whether its draft stays, because a job may still fail to save it. */
  keepsDraft: RefObject<boolean>;
}

/** The name of a new provider's draft. @param copiedFrom the name of the provider that it's a copy of */
export const newDraftName = (copiedFrom = '') => `oidc-op new ${copiedFrom}`;

/** Combines the hooks of the editor. @param draft the name of its draft */
export function useEditor({
  readOnly,
  draft,
  ...input
}: ProviderFormInput & { readOnly: boolean; draft: string }): Editor {
  const navigate = useNavigate();
  const { user } = useSession();
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
    createAgain: () => {
      markLeaving();
      writeDraft(user.user, newDraftName(), { base: emptyForm, mine: provider.form.getValues() });
      return navigate({ to: '/oidc/new' });
    },
    leave: () => {
      markLeaving();
      return navigate({ to: '/oidc' });
    },
    leaving,
    keepsDraft,
  };
}

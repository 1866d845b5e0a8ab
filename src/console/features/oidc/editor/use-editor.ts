import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { emptyForm } from '../../../data/oidc/form-values.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { writeDraft } from '../../../lib/drafts.ts';
import { draftNameOf } from './use-provider-writes.ts';
import { useFormProblems } from './use-form-problems.ts';
import { useProviderForm, type ProviderFormInput } from './use-provider-form.ts';
import { useSave } from './use-save.ts';

export type Editor = ReturnType<typeof useEditor>;

/** The editor of one provider: its form, its problems and what saving does. @param draft the name of its draft */
export function useEditor({
  readOnly,
  draft,
  ...input
}: ProviderFormInput & { readOnly: boolean; draft: string }) {
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
    /** Opens the form of a new provider with these values, except for the secret. */
    createAgain: () => {
      markLeaving();
      writeDraft(user.user, draftNameOf(undefined), { base: emptyForm, mine: provider.form.getValues() });
      return navigate({ to: '/oidc/new' });
    },
    /** Goes to the list without asking about unsaved changes. */
    leave: () => {
      markLeaving();
      return navigate({ to: '/oidc' });
    },
    /** Whether the editor itself is leaving the page. */
    leaving,
    /** Whether its draft stays, because a job may still fail to save it. */
    keepsDraft,
  };
}

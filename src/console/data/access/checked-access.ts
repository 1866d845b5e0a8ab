import { useLocation, useNavigate } from '@tanstack/react-router';
import type { FeaturePrivilege } from '../../../contract/access/decision.ts';

/** What Check access was asked: who needs which privilege, and for which group, by their paths. */
export interface AccessQuestion extends FeaturePrivilege {
  who: string;
  group: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Why the page was opened: to change what Check access said. */
    question?: AccessQuestion;
  }
}

/** Leaves a form: for the new answer if Check access led to it. @param otherwise what the page does without it */
export function useBackToAnswer(otherwise: () => void): () => void {
  const question = useLocation({ select: ({ state }) => state.question });
  const navigate = useNavigate();
  return question ? () => void navigate({ to: '/access/can', search: question, replace: true }) : otherwise;
}

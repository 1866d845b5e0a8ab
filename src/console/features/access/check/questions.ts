import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { Explanation } from '../../../data/access/privileges.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { storedValue } from '../../../lib/stored-value.ts';

/** A question that was asked, and its answer. */
const question = z.object({
  who: z.string(),
  feature: z.string(),
  privilege: z.string(),
  group: z.string(),
  /** In words. */
  text: z.string(),
  granted: z.enum(['yes', 'no', 'unknown']),
});
type Question = z.infer<typeof question>;

const questions = z.catch(z.array(question), []);
const maxRecent = 6;

/** The questions that the user has asked last in this browser. */
export function useQuestions() {
  const { user, login } = useSession().user;
  const owner = user || login;
  return storedValue(`palisade-questions ${owner}`, (stored) => questions.parse(stored));
}

/** Identifies a question. */
export const keyOf = ({ who, feature, privilege, group }: Omit<Question, 'text' | 'granted'>) =>
  [who, feature, privilege, group].join(' ');

/** Remembers a question with its answer. @returns the answer that it had before, if another one */
export function useAsked(asked: Question): Explanation['granted'] | undefined {
  const store = useQuestions();
  const { granted } = asked;
  const [{ last, before }, setAnswers] = useState(() => ({
    last: granted,
    before: store.get().find((each) => keyOf(each) === keyOf(asked))?.granted,
  }));
  if (last !== granted) setAnswers({ last: granted, before: last });
  const stored = JSON.stringify(asked);
  useEffect(() => {
    const latest = question.parse(JSON.parse(stored));
    const others = store.get().filter((each) => keyOf(each) !== keyOf(latest));
    store.set([latest, ...others].slice(0, maxRecent));
  }, [store, stored]);
  return before;
}

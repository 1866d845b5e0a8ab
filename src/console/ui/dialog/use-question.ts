import { useState } from 'react';

/** What is asked before something is done; without an answer, nothing is done. */
export interface Question<About, Answer> {
  about: About;
  answer(given?: Answer): void;
}

/** A question that is open, if any, and a function that asks one. */
export function useQuestion<About, Answer>() {
  const [question, setQuestion] = useState<Question<About, Answer>>();
  const ask = (about: About) =>
    new Promise<Answer | undefined>((resolve) => {
      const answer = (given?: Answer) => {
        setQuestion(undefined);
        resolve(given);
      };
      setQuestion({ about, answer });
    });
  return [question, ask] as const;
}

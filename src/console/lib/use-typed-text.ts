import { useState } from 'react';

/**
 * The text of a field that something else follows, such as the page's address.
 * @param applied the text that it follows now: late while the user types on, and another one if it was set elsewhere
 */
export function useTypedText(applied: string, onSend: (text: string) => void) {
  const [text, setText] = useState(applied);
  const [known, setKnown] = useState<{ applied: string; sent: readonly string[] }>({ applied, sent: [] });
  if (known.applied !== applied) {
    const at = known.sent.lastIndexOf(applied);
    setKnown({ applied, sent: at === -1 ? [] : known.sent.slice(at + 1) });
    if (at === -1) setText(applied);
  }
  const send = (next: string) => {
    setKnown((old) => ({ ...old, sent: [...old.sent, next] }));
    onSend(next);
  };
  return { text, setText, send };
}

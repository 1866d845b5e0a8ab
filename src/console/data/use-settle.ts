import { useState } from 'react';
import { isStatus, sentencesOf } from '../api/errors.ts';
import type { Lost } from '../ui/lost-response.tsx';
import { NotDone } from './lost-errors.ts';
import { readBack, unknownText } from './read-back.ts';
import type { WriteResult, Written } from './write.ts';

/** Waits for what a write did. If its response was lost, that's read back, until it's known. @throws NotDone, ApiError */
export type Settle = <Item>(write: Promise<WriteResult<Item>>) => Promise<Written<Item>>;

/**
 * Finds out what a write did whose response was lost, before anything is repeated.
 * @returns `lost`: what `LostResponse` shows until then
 */
export function useSettle(): { settle: Settle; lost: Lost | undefined } {
  const [lost, setLost] = useState<Lost>();
  const settle: Settle = async (write) => {
    const result = await write;
    if (!('lost' in result)) return result;
    const text = unknownText(result.lost);
    for (;;) {
      try {
        setLost((before) => ({ ...before, text, onCheck: undefined }));
        const written = await readBack(result);
        setLost(undefined);
        return written;
      } catch (error) {
        // A change to a record that no longer exists isn't unknown.
        if (error instanceof NotDone || isStatus(error, 404)) {
          setLost(undefined);
          throw error;
        }
        const failed = sentencesOf(error);
        await new Promise<void>((resolve) => setLost({ text, failed, onCheck: resolve }));
      }
    }
  };
  return { settle, lost };
}

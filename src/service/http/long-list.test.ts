import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { checkLongList } from './long-list.ts';

it('checks a long list in chunks, between which other requests are served', async () => {
  let [checked, mostInOneTurn, isEnded] = [0, 0, false];
  const counted = z.string().check(
    z.refine(() => {
      checked += 1;
      return true;
    }),
  );
  const countTurns = () => {
    mostInOneTurn = Math.max(mostInOneTurn, checked);
    checked = 0;
    if (!isEnded) setImmediate(countTurns);
  };
  const items = Array.from({ length: 50_000 }, (_, index) => `item ${index}`);
  const schema = z.object({ data: z.object({ items: z.array(counted) }) });
  countTurns();
  const body = Buffer.from(JSON.stringify({ data: { items } }));
  const { data } = await checkLongList(schema, body, { name: 'items', most: 100_000 });
  isEnded = true;
  expect(data).toEqual({ data: { items } });
  expect(mostInOneTurn).toBe(500);
});

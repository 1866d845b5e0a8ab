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

it('checks one body after the other', async () => {
  const order: string[] = [];
  const schema = z.object({
    data: z.object({ items: z.array(z.string().check(z.refine((item) => order.push(item) > 0))) }),
  });
  const check = (item: string) => {
    const data = { items: Array.from({ length: 1_500 }, () => item) };
    return checkLongList(schema, Buffer.from(JSON.stringify({ data })), { name: 'items', most: 2_000 });
  };
  await Promise.all([check('first'), check('second')]);
  expect(order.indexOf('second')).toBe(1_500);
});

it('counts no separators in texts as values', async () => {
  const schema = z.object({ data: z.object({ items: z.array(z.string()) }) });
  const items = [`\\"${','.repeat(2_000_001)}`];
  const body = Buffer.from(JSON.stringify({ data: { items } }));
  expect(await checkLongList(schema, body, { name: 'items', most: 1 })).toMatchObject({
    data: { data: { items } },
  });
});

import { expect, it } from 'vitest';
import { createPace } from './gate.ts';

it('runs tasks in order, and lets other work run between turns', async () => {
  const pace = createPace();
  const order: string[] = [];
  const last = new Promise<void>((resolve) => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) pace.add(() => void order.push(name));
    pace.add(resolve);
  });
  setImmediate(() => setImmediate(() => order.push('other work')));
  await last;
  expect(order.filter((name) => name !== 'other work')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(order.indexOf('other work')).toBeLessThan(order.indexOf('e'));
});

it("doesn't run removed tasks", async () => {
  const pace = createPace();
  const order: string[] = [];
  const first = () => void order.push('first');
  pace.add(first);
  pace.remove(first);
  await new Promise<void>((resolve) => pace.add(resolve));
  expect(order).toEqual([]);
});

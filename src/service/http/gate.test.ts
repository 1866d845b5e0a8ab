import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { Problem } from '../domain/problem.ts';
import { createGate, type Gate } from './gate.ts';

const waitMilliseconds = 200;

/** Work that runs until `end` is called. */
function held(gate: Gate, entry = {}) {
  const events = new EventEmitter();
  const begun = once(events, 'begin');
  const result = gate.run(async () => {
    events.emit('begin');
    await once(events, 'end');
  }, entry);
  return { begun, result, end: () => events.emit('end') };
}

/** Lets work start that has a slot. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('runs as much work concurrently as there are slots, in order', async () => {
  const gate = createGate({ waitMilliseconds, slots: 2, queued: 4 });
  const order: number[] = [];
  const first = [held(gate), held(gate)];
  const later = [1, 2, 3].map((number) => gate.run(async () => void order.push(number)));
  await turn();
  expect(order).toEqual([]);
  for (const { end } of first) end();
  await Promise.all(later);
  expect(order).toEqual([1, 2, 3]);
});

it('rejects work before it starts if the queue is full or the wait is too long', async () => {
  let refused = 0;
  const gate = createGate({ waitMilliseconds, slots: 1, queued: 1, onRefusal: () => (refused += 1) });
  const busy = held(gate);
  let begun = 0;
  const waiting = [1, 2].map(() => gate.run(async () => (begun += 1)));
  for (const result of await Promise.allSettled(waiting)) {
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(Problem) as Problem });
    expect(result).toMatchObject({ reason: { status: 503, headers: { 'Retry-After': '1' } } });
  }
  expect([begun, refused]).toEqual([0, 2]);
  busy.end();
  await busy.result;
  expect(await gate.run(async () => 'free again')).toBe('free again');
});

it('has a bounded queue: what comes when it is full never starts, even if a slot is free before its rejection', async () => {
  const gate = createGate({ waitMilliseconds, slots: 1, queued: 2 });
  const busy = held(gate);
  const begun: number[] = [];
  const sent = [1, 2, 3, 4].map((number) => gate.run(async () => void begun.push(number)));
  busy.end();
  const outcomes = await Promise.allSettled(sent);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  expect(begun).toEqual([1, 2]);
});

it('frees the slot during withoutSlot, and lets that work continue before new work', async () => {
  const gate = createGate({ waitMilliseconds, slots: 1, queued: 4 });
  const order: string[] = [];
  const far = new EventEmitter();
  const returning = gate.run(async (withoutSlot) => {
    await withoutSlot(() => once(far, 'answer'));
    order.push('returned');
  });
  const other = held(gate);
  await other.begun;
  const newcomer = gate.run(async () => void order.push('newcomer'));
  far.emit('answer');
  await turn();
  other.end();
  await Promise.all([returning, newcomer]);
  expect(order).toEqual(['returned', 'newcomer']);
});

it('keeps its slots after failures, also in withoutSlot', async () => {
  const gate = createGate({ waitMilliseconds, slots: 1, queued: 1 });
  const fail = () => Promise.reject(new Error('on purpose'));
  await expect(gate.run(fail)).rejects.toThrow('on purpose');
  await expect(gate.run((withoutSlot) => withoutSlot(fail))).rejects.toThrow('on purpose');
  const both = gate.run((withoutSlot) => Promise.all([withoutSlot(turn), withoutSlot(turn)]));
  await both;
  const busy = held(gate);
  await expect(gate.run(async () => 'a second place')).rejects.toThrow('overloaded');
  busy.end();
  await busy.result;
});

it('removes disconnected clients from the queue', async () => {
  const gate = createGate({ waitMilliseconds, slots: 1, queued: 1 });
  const busy = held(gate);
  const client = new EventEmitter();
  const gone = gate.run(async () => 'never', { client });
  client.emit('close');
  await expect(gone).rejects.toThrow(Problem);
  expect(client.listenerCount('close')).toBe(0);
  const next = gate.run(async () => 'in their place');
  busy.end();
  expect(await next).toBe('in their place');
});

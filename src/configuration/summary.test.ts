import { expect, it } from 'vitest';
import type { Result } from './apply.ts';
import type { Step } from './steps.ts';
import { totalOf } from './summary.ts';

const steps = ['A', 'B', 'C'].map((key) => ({ action: 'create', section: 'roles', key }) as unknown as Step);
const results = (...outcomes: Result['outcome'][]) =>
  outcomes.map((outcome, index) => ({ step: steps[index], outcome }) as Result);

it.each([
  ['Applied', results('done', 'already', 'done')],
  ['1 applied, 1 failed, 1 not tried', results('done', 'failed')],
  ['1 applied, 0 failed, 2 not tried', results('done')],
])('says %s', (total, found) => {
  expect(totalOf(steps, found)).toBe(total);
});

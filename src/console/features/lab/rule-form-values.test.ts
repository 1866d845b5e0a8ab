import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { labRule, type LabEffect } from '../../../contract/lab.ts';
import { effectNames, emptyRule, ruleProblems, toRule } from './rule-form-values.ts';

describe("a rule of one's own", () => {
  // Object.keys widens the kinds to strings.
  it.each(Object.keys(effectNames) as LabEffect['kind'][])('of the kind %s matches the contract', (kind) => {
    const form = { ...emptyRule, kind };
    expect(ruleProblems(form)).toEqual({});
    expect(z.safeParse(labRule, toRule(form)).error).toBeUndefined();
  });

  it('splits details by line, converts seconds to milliseconds, and reads a blank count as unlimited', () => {
    const form = { ...emptyRule, detail: 'one\n\n two ', times: ' ' };
    expect(toRule(form)).toEqual({
      endpoint: '*',
      effect: { kind: 'status', status: 500, detail: ['one', 'two'] },
      times: null,
    });
    expect(toRule({ ...emptyRule, kind: 'latency', seconds: '0.5' }).effect).toEqual({
      kind: 'latency',
      milliseconds: 500,
    });
  });

  it.each([
    [{ times: '0' }, 'times'],
    [{ times: '1.5' }, 'times'],
    [{ status: '200' }, 'status'],
    [{ kind: 'latency', seconds: '61' }, 'seconds'],
    [{ kind: 'latency', seconds: '' }, 'seconds'],
    [{ kind: 'version', version: 'ten' }, 'version'],
  ] as const)('says what is wrong with %j', (change, field) => {
    expect(Object.keys(ruleProblems({ ...emptyRule, ...change }))).toEqual([field]);
  });
});

import { describe, expect, it } from 'vitest';
import { attentionStatus } from './attention.ts';

const empty = { items: [], failed: [], checking: false, checked: ['jobs', 'sign-in tests'] };

describe('attentionStatus', () => {
  it('says that nothing needs attention if everything was checked', () => {
    expect(attentionStatus(empty)).toBe('Nothing needs attention. Checked jobs and sign-in tests.');
    expect(attentionStatus({ ...empty, checking: true })).toBe('Checking…');
  });

  it.each([{ items: ['a problem'] }, { failed: ['providers'] }])(
    'says only what was checked with %o',
    (more) => {
      expect(attentionStatus({ ...empty, ...more })).toBe('Checked jobs and sign-in tests.');
    },
  );
});

import type { Attention } from './use-attention.ts';

/** Joins words: "jobs, sign-in tests, and provider metadata". */
export const list = new Intl.ListFormat('en');

/** Says what an empty list rests on. */
export function attentionStatus(
  attention: Pick<Attention, 'checked' | 'checking' | 'missing'> &
    Record<'items' | 'failed', readonly unknown[]>,
): string {
  const { items, checked, checking, failed, missing } = attention;
  if (checking) return 'Checking…';
  const what = `Checked ${list.format(checked)}.`;
  const isEmpty = items.length === 0 && failed.length === 0 && missing === 0;
  return isEmpty ? `Nothing needs attention. ${what}` : what;
}

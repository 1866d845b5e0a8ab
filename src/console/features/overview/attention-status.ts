import type { Attention } from './use-attention.ts';

/** Joins words: "jobs, sign-in tests, and provider metadata". */
export const list = new Intl.ListFormat('en');

/** Says what an empty list rests on. */
export function attentionStatus({
  items,
  checked,
  checking,
  failed,
  missing,
}: Pick<Attention, 'checked' | 'checking' | 'missing'> & {
  items: readonly unknown[];
  failed: readonly unknown[];
}): string {
  if (checking) return 'Checking…';
  const what = `Checked ${list.format(checked)}.`;
  const isEmpty = items.length === 0 && failed.length === 0 && missing === 0;
  return isEmpty ? `Nothing needs attention. ${what}` : what;
}

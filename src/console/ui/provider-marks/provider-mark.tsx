import type { ProviderKind } from './provider-kind.ts';
import { KeyIcon } from '../icons.tsx';

/** Simplified marks of well-known providers, as files of their own. */
const marks = import.meta.glob<string>('./*.svg', {
  eager: true,
  query: '?no-inline',
  import: 'default',
});

/** A well-known provider's mark, or a key. It's decorative: the provider's name is always next to it. */
export function ProviderMark({ kind }: { kind: ProviderKind }) {
  if (kind === 'other') return <KeyIcon className="provider-mark" />;
  return <img className="provider-mark" src={marks[`./${kind}.svg`]} alt="" width={16} height={16} />;
}

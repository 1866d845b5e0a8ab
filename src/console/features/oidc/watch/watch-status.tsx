import { Box } from '@mantine/core';
import type { Watch } from '../../../../contract/oidc/watch.ts';
import { causesText, stateWords } from '../../../data/oidc/watches.ts';
import { CheckIcon, CloseIcon, HelpIcon } from '../../../ui/icons.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';

const looks = {
  works: { Icon: CheckIcon, color: 'var(--accent)' },
  broken: { Icon: CloseIcon, color: 'var(--danger)' },
  unknown: { Icon: HelpIcon, color: 'var(--muted)' },
} as const;

/** Whether signing in through a provider works, since when, and what's wrong or will be. */
export function WatchStatus({ watch }: { watch: Watch | undefined }) {
  if (!watch) return null;
  const { Icon, color } = looks[watch.state];
  const causes = causesText(watch);
  return (
    <span>
      <Box component="span" c={color} fw={600} style={{ whiteSpace: 'nowrap' }}>
        <Icon width={12} height={12} /> {stateWords[watch.state]}
      </Box>{' '}
      <span className="muted">
        <RelativeTime at={new Date(watch.since)} isStart />
      </span>
      {causes !== '' && `: ${causes}`}
    </span>
  );
}

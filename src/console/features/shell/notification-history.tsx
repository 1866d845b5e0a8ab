import { Drawer, Stack, Text } from '@mantine/core';
import { useHistory } from '../../data/notifications/history.ts';
import { useBackCloses } from '../../ui/dialog/layers.ts';
import { WhyLink } from '../../ui/why-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

/** Lists this tab's notifications, latest first. */
export function NotificationHistory({ onClose }: { onClose(): void }) {
  const entries = useHistory();
  useBackCloses(onClose);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title="Notifications"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {entries.length === 0 && <Text className="muted">No notifications yet.</Text>}
      <Stack
        component="ul"
        gap="sm"
        p={0}
        m={0}
        // A link opens its page behind the drawer.
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a')) onClose();
        }}
      >
        {entries.map((entry) => (
          <li key={entry.id} className="plain">
            <Text fw={600} className="wrap">
              {entry.kind === 'error' ? 'Error: ' : ''}
              {entry.title}
            </Text>
            {entry.message && (
              <Text size="sm" className="wrap">
                {entry.message} {entry.kind === 'error' && <WhyLink detail={[entry.message]} />}
              </Text>
            )}
            <Text size="xs" className="muted">
              <RelativeTime at={entry.at} />
            </Text>
          </li>
        ))}
      </Stack>
    </Drawer>
  );
}

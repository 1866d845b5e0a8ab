import { Button, Drawer, Stack, Text } from '@mantine/core';
import { clearHistory, undoOf, useHistory } from '../../data/notifications/history.ts';
import { NotificationBody } from '../../data/notifications/notification-body.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

/** Lists the user's notifications in this browser, latest first. */
export function NotificationHistory({ onClose }: { onClose(): void }) {
  const entries = useHistory();
  return (
    <Drawer opened onClose={onClose} title="Notifications">
      {entries.length === 0 && (
        <Text size="md" c="dimmed">
          No notifications yet.
        </Text>
      )}
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
        {entries.map(({ id, kind, title, message, link, at }) => (
          <li key={id} className="plain">
            <Text size="md" fw={600} className="wrap">
              {kind === 'error' ? 'Error: ' : ''}
              {title}
            </Text>
            <Text component="div" className="wrap">
              <NotificationBody kind={kind} message={message} link={link} onUndo={undoOf(id)} />
            </Text>
            <Text size="xs" c="dimmed">
              <RelativeTime at={new Date(at)} />
            </Text>
          </li>
        ))}
      </Stack>
      {entries.length > 0 && (
        <Button mt={16} onClick={clearHistory}>
          Clear notifications
        </Button>
      )}
    </Drawer>
  );
}

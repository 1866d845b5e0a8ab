import { Button, Drawer, Group, Stack, Text, Box } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  clearHistory,
  lastLook,
  lookAtHistory,
  undoOf,
  useHistory,
  type HistoryEntry,
} from '../../data/notifications/history.ts';
import { NotificationBody } from '../../data/notifications/notification-body.tsx';
import { formatTime } from '../../lib/preferences/zoned-time.ts';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

/** Lists the user's notifications in this browser by day, latest first. */
export function NotificationHistory({ onClose }: { onClose(): void }) {
  const entries = useHistory();
  const [seenAt] = useState(lastLook);
  useEffect(lookAtHistory, []);
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
        {entries.map((entry, index) => (
          <li key={entry.id} className="plain">
            {dayOf(entry) !== dayOf(entries[index - 1]) && (
              <Text c="dimmed" mb={4}>
                {dayOf(entry)}
              </Text>
            )}
            <Entry entry={entry} isNew={entry.at > seenAt} />
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

function Entry({ entry, isNew }: { entry: HistoryEntry; isNew: boolean }) {
  const { id, kind, title, message, link, at } = entry;
  return (
    <Group wrap="nowrap" align="flex-start">
      <Box component="span" mt={3} c={kind === 'error' ? 'var(--danger)' : 'var(--accent)'}>
        {kind === 'error' ? <AlertIcon /> : <CheckIcon />}
      </Box>
      <div>
        <Group gap={6} wrap="nowrap" align="baseline">
          <Text size="md" fw={600} className="wrap">
            {kind === 'error' ? 'Error: ' : ''}
            {title}
          </Text>
          {isNew && (
            <Box component="span" flex="none" w={8} h={8} bdrs={4} bg="var(--accent)">
              <span className="visually-hidden">(new)</span>
            </Box>
          )}
        </Group>
        <Text component="div" className="wrap">
          <NotificationBody kind={kind} message={message} link={link} onUndo={undoOf(id)} />
        </Text>
        <Text size="xs" c="dimmed">
          <RelativeTime at={new Date(at)} />
        </Text>
      </div>
    </Group>
  );
}

const longDay = { weekday: 'long', month: 'long', day: 'numeric' } as const;

function dayOf(entry: HistoryEntry | undefined): string | undefined {
  if (!entry) return undefined;
  const day = formatTime(entry.at, longDay);
  return day === formatTime(Date.now(), longDay) ? 'Today' : day;
}

import { Anchor, Button, Group } from '@mantine/core';
import { WhyLink } from '../../ui/links/why-link.tsx';

/** A button: "Test now". */
export interface NextStep {
  label: string;
  run(): void;
}

interface NotificationBodyProps {
  kind: 'success' | 'error';
  message: string;
  /** The page that it's about. */
  link?: string | undefined;
  onUndo?: (() => void) | undefined;
  next?: NextStep | undefined;
}

/** A notification's message, and what can be done about it. */
export function NotificationBody({ kind, message, link, onUndo, next }: NotificationBodyProps) {
  return (
    <>
      {message} {kind === 'error' && <WhyLink detail={[message]} />}
      {(link !== undefined || onUndo || next) && (
        <Group gap={12} mt={message === '' ? 0 : 4}>
          {link !== undefined && (
            // The gateway's own pages don't take this one's place.
            <Anchor lh="24px" href={link} target={link.startsWith('/-/') ? '_blank' : undefined}>
              View
            </Anchor>
          )}
          {next && (
            <Button size="compact-sm" onClick={next.run}>
              {next.label}
            </Button>
          )}
          {onUndo && (
            <Button size="compact-sm" onClick={onUndo}>
              Undo
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

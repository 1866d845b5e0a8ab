import { useDocumentVisibility } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';

const successMilliseconds = 6_000;

/** What was told in passing, at the corner of the page. */
export function NotificationContainer() {
  const visible = useDocumentVisibility() === 'visible';
  return (
    <Notifications
      position="bottom-right"
      limit={4}
      // What is told while nobody looks waits until somebody does.
      autoClose={visible ? successMilliseconds : false}
    />
  );
}

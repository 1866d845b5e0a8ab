import { useDocumentVisibility } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';

const successMilliseconds = 6_000;

/** The notifications in the corner of the page. */
export function NotificationContainer() {
  const visible = useDocumentVisibility() === 'visible';
  return (
    <Notifications
      position="bottom-right"
      limit={4}
      // Notifications stay open while the tab is hidden.
      autoClose={visible ? successMilliseconds : false}
    />
  );
}

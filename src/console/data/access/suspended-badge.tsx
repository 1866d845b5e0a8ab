import { Badge } from '@mantine/core';
import { EyeOffIcon } from '../../ui/icons.tsx';

/** Marks a user who can't sign in, or a provider that isn't on the sign-in page. */
export function SuspendedBadge() {
  return (
    <Badge
      size="sm"
      flex="none"
      variant="outline"
      color="gray"
      tt="none"
      leftSection={<EyeOffIcon width={12} height={12} />}
    >
      Suspended
    </Badge>
  );
}

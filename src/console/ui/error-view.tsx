import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AlertIcon } from './icons.tsx';
import { WhyLink } from './why-link.tsx';

interface ErrorViewProps {
  /** What failed: "Couldn't load groups". Absent where the page's heading says it. */
  title?: string;
  /** Why, in the service's own sentences. */
  detail: readonly string[];
  requestId?: string | undefined;
  onRetry?: () => void;
  children?: ReactNode;
}

/** An error message shown in place of what failed to load, or above what failed to save. */
export function ErrorView({ title, detail, requestId, onRetry, children }: ErrorViewProps) {
  return (
    <Alert color="red" variant="light" title={title} icon={<AlertIcon />} role="alert">
      <Stack gap="xs" align="flex-start">
        {detail.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        {requestId !== undefined && (
          <Text size="sm">
            Request <code>{requestId}</code>
          </Text>
        )}
        <WhyLink detail={detail} />
        {children}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

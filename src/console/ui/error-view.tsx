import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AlertIcon } from './icons.tsx';
import { WhyLink } from './why-link.tsx';

interface ErrorViewProps {
  /** What could not be done: "Groups could not be loaded". */
  title: string;
  /** Why, in the service's own sentences. */
  detail: readonly string[];
  requestId?: string | undefined;
  onRetry?: () => void;
  children?: ReactNode;
}

/** A failure in the place of what it prevented. */
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

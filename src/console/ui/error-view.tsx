import { Alert, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copyable } from './copyable.tsx';
import { WhyLink } from './links/why-link.tsx';

interface ErrorViewProps {
  /** What failed: "Couldn't load groups". Absent where the page's heading says it. */
  title?: string;
  /** Why, in the service's own sentences. */
  detail: readonly string[];
  /** Of the request that failed, to look up in the service's log. */
  requestId?: string | undefined;
  /** Whether the service just lacks it: nothing has failed then. */
  notOffered?: boolean;
  /** Shown instead if the user has no permission: nothing has failed then, either. */
  refusal?: ReactNode;
  onRetry?: (() => void) | undefined;
  /** What the button says. */
  retryLabel?: string;
  children?: ReactNode;
}

/** An error message shown in place of what failed to load, or above what failed to save. */
export function ErrorView(props: ErrorViewProps) {
  const {
    title,
    detail,
    requestId,
    notOffered,
    refusal,
    onRetry,
    retryLabel = 'Try again',
    children,
  } = props;
  const sentences = detail.map((sentence) => <Text key={sentence}>{sentence}</Text>);
  if (notOffered) return sentences;
  if (refusal) return refusal;
  return (
    <Alert title={title}>
      {sentences}
      {requestId !== undefined && (
        <Text c="dimmed">
          Request <Copyable value={requestId} label="request ID" />
        </Text>
      )}
      <WhyLink detail={detail} />
      {children}
      {onRetry && <Button onClick={onRetry}>{retryLabel}</Button>}
    </Alert>
  );
}

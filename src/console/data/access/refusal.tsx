import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { msg } from '../../lib/text.ts';
import { useCopy } from '../../ui/copying.tsx';
import { LockIcon } from '../../ui/icons.tsx';
import { whyHref, WhyLink } from '../../ui/links/why-link.tsx';
import { HelpLink } from '../../ui/page.tsx';
import { useSession } from '../session/use-session.ts';
import { GrantSentence, Needed } from './privilege-chips.tsx';

interface RefusalProps {
  /** The heading of a page that's refused; a section has its own. */
  title?: string;
  /** In its place, without being a page's heading. */
  heading?: string;
  /** What's needed: the service's sentences. */
  detail: readonly string[];
}

/** Shown in place of what the user has no permission for: what they need, and how to get it. */
export function Refusal({ title, heading, detail }: RefusalProps) {
  const isGrantable = detail.some((sentence) => sentence.startsWith('You need '));
  const isExplained = whyHref(detail) !== undefined;
  return (
    <Stack
      align="center"
      ta="center"
      gap={12}
      p={24}
      {...((title ?? heading) && { pt: '12vh' })}
      role="alert"
    >
      <LockIcon width={32} height={32} color="var(--muted)" />
      {title ? (
        <Title tabIndex={-1}>{title}</Title>
      ) : (
        <Text fw={600}>{heading ?? "You don't have permission to view this"}</Text>
      )}
      {detail.map((sentence) => (
        <Text key={sentence}>
          <GrantSentence>{sentence.endsWith('.') ? sentence : `${sentence}.`}</GrantSentence>
        </Text>
      ))}
      {isGrantable && (
        <Text c="dimmed">
          Anyone with <Needed feature="group_admin" privilege="rw" /> can grant it.
        </Text>
      )}
      <Group gap={16}>
        {isGrantable && <CopyRequest detail={detail} />}
        {isExplained ? <WhyLink detail={detail} /> : <Link to="/access">View my access</Link>}
        <HelpLink chapter="decisions#privileges" />
      </Group>
    </Stack>
  );
}

function CopyRequest({ detail }: { detail: readonly string[] }) {
  const { user } = useSession();
  const { copy, copied } = useCopy();
  const request = msg`${detail.join('. ').replace('You need', msg`${user.login} needs`)}: ${location.href}`;
  return <Button onClick={() => copy(request)}>{copied ? 'Copied' : 'Copy request'}</Button>;
}

import { Box, Text, Paper, Stack, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { polled } from '../../../api/retries.ts';
import { entryId, signInEventQuery } from '../../../data/activity/logs.ts';
import { reasonOf } from '../../../data/activity/reasons.ts';
import { causesOf, weekOfSignInsQuery, type Cause } from '../../../data/activity/sign-in-counts.ts';
import { failedStep } from '../../../data/oidc/sign-in-steps.ts';
import { useService } from '../../../data/service/use-service.ts';
import { formatNumber } from '../../../lib/text.ts';
import { AnchorLink } from '../../../ui/links/links.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Section } from '../../../ui/section.tsx';
import { UserRepair } from '../../../data/oidc/user-repair.tsx';
import { ProviderRepairs } from '../sign-ins/provider-repairs.tsx';
import { RecentSignIns } from '../sign-ins/sign-ins-page.tsx';
import { SignInChart } from '../sign-ins/sign-in-chart.tsx';

interface SignInHealthProps {
  /** The provider's path. */
  provider: string;
}

/** How sign-ins through a provider went, and why some were rejected in the last days. */
export function SignInHealth({ provider }: SignInHealthProps) {
  const [week] = useState(() => weekOfSignInsQuery(provider));
  const { data } = useQuery({ ...week, ...polled });
  const causes = useMemo(() => causesOf(data?.data ?? []), [data]);
  const { offers } = useService();
  if (!offers('counts of sign-ins')) return <Text>This service doesn't offer counts of sign-ins.</Text>;
  return (
    <SignInsSection filter={{ oidc_op: provider }}>
      {causes.length > 0 && (
        <>
          <Title order={3} id="causes" mt={16} mb={8}>
            Rejected in the last 7 days, by cause
          </Title>
          <Stack component="ul" gap={8} p={0} m={0} aria-labelledby="causes">
            {causes.map((cause) => (
              <CauseView key={cause.code} provider={provider} cause={cause} />
            ))}
          </Stack>
        </>
      )}
      <Box mt={24}>
        <RecentSignIns kind="oidc_op" path={provider} />
      </Box>
    </SignInsSection>
  );
}

/** How all sign-ins went; nothing if the service doesn't count them. */
export function SignInsSummary() {
  if (!useService().offers('counts of sign-ins')) return null;
  const link = <AnchorLink to="/activity">Open in Activity</AnchorLink>;
  return <SignInsSection filter={{}} height={200} actions={link} />;
}

interface SignInsSectionProps extends Pick<ComponentProps<typeof SignInChart>, 'filter' | 'height'> {
  actions?: ReactNode;
  children?: ReactNode;
}

/** Counts of sign-ins by hour or day; a bar leads to its sign-ins. */
function SignInsSection({ actions, children, ...chart }: SignInsSectionProps) {
  const navigate = useNavigate();
  return (
    <Section id="sign-ins" title="Sign-ins" mb={8} actions={actions}>
      <SignInChart
        {...chart}
        onChoose={(times) => void navigate({ to: '/activity', search: { ...chart.filter, ...times } })}
      />
      {children}
    </Section>
  );
}

/** Sign-ins rejected for the same reason, and how to fix it, as the most recent one shows. */
function CauseView({ provider, cause }: SignInHealthProps & { cause: Cause }) {
  const { code, count: rejected, latest, at } = cause;
  const id = entryId(latest);
  // What's offered stays while a newer one loads.
  const { data: event } = useQuery({ ...signInEventQuery(id), placeholderData: keepPreviousData });
  const step = event && failedStep(event);
  return (
    <Paper component="li" className="plain" withBorder px={16} py={12} bg="var(--surface)">
      <Text>
        <Link to="/activity" search={{ oidc_op: provider, code }}>
          {reasonOf(code)}
        </Link>{' '}
        ×{formatNumber(rejected)}, last{' '}
        <Link to="/activity" search={{ oidc_op: provider, code, entry: id }}>
          <RelativeTime at={new Date(at)} />
        </Link>
      </Text>
      {step && (
        <>
          <Text className="wrap">
            {step.message} {step.repair}
          </Text>
          <UserRepair step={step} mt={8} />
          <ProviderRepairs provider={provider} step={step} />
        </>
      )}
    </Paper>
  );
}

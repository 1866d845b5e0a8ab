import type { RejectionCode } from '../../../../contract/activity/sign-in-events.ts';
import { Group } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../ui/links/links.tsx';
import { Name } from '../../../ui/name.tsx';
import { signInEventQuery } from '../../../data/activity/logs.ts';
import { useSignInCount } from '../../../data/activity/sign-in-counts.ts';
import { detectBrowser } from '../../../data/activity/user-agent.ts';
import { inputId, labels } from '../../../data/oidc/fields.ts';
import { fieldToOpen } from '../../../data/oidc/repairs.ts';
import { useRights } from '../../../data/service/rights.ts';
import { useService } from '../../../data/service/use-service.ts';
import { failedStep } from '../../../data/oidc/sign-in-steps.ts';
import { count } from '../../../lib/text.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { DetailList } from '../../../ui/detail-list.tsx';
import { OtherSteps, StepList, StepView } from '../../../data/oidc/step-view.tsx';
import { EntryPanel, MissingEntry, ExactTime } from '../entry-panel.tsx';
import { Outcome, methodOf, reasonText, SignInUser } from './sign-in-columns.tsx';
import { recordAddress } from '../../../data/activity/record-kinds.ts';
import { useSuspension } from '../../../data/activity/suspension.tsx';
import { RecordLink } from '../../../data/activity/record-link.tsx';
import { UserRepair } from '../../../data/oidc/user-repair.tsx';
import { ProviderRepairs } from './provider-repairs.tsx';
import { Section } from '../../../ui/section.tsx';

/** One attempt to sign in: who, from where, and which step failed and why. */
export function SignInPanel({ id }: { id: number }) {
  const { data: event } = useSuspenseQuery(signInEventQuery(id));
  const { editProviders } = useRights();
  const { offers } = useService();
  const suspension = useSuspension(event?.code === 'suspended' ? event.user : null, event?.at);
  if (!event) return <MissingEntry noun="sign-in" />;
  const { outcome, code, oidc_op_resource: provider, user_agent: userAgent, steps } = event;
  const failed = failedStep(event);
  const field = failed && fieldToOpen(failed);
  const others = steps.filter((step) => step !== failed);
  const page = provider === null ? undefined : recordAddress(provider);
  return (
    <EntryPanel title={outcome === 'signed_in' ? 'Sign-in' : 'Rejected sign-in'} entries="sign-ins">
      <DetailList
        details={{
          Outcome: <Outcome outcome={outcome} />,
          Reason: code !== null && reasonText(event),
          Time: <ExactTime at={event.at} />,
          User: <SignInUser event={event} />,
          State: suspension,
          Method:
            provider === null ? (
              methodOf(event)
            ) : (
              <RecordLink path={provider} name={event.oidc_op_name ?? provider} />
            ),
          Address: event.address,
          Browser: (
            <span title={userAgent}>
              {detectBrowser(userAgent) || <span className="muted">unknown</span>}
            </span>
          ),
          Reference: event.reference !== null && <Copyable value={event.reference} label="reference" />,
          'Request ID': <Copyable value={event.request_id} label="request ID" />,
        }}
      />
      {failed && (
        <Section id="failure" title="What failed">
          <StepList label="Failed step">
            <StepView
              step={failed}
              actions={provider !== null && <ProviderRepairs provider={provider} step={failed} />}
            />
          </StepList>
        </Section>
      )}
      {code !== null && (
        <Group className="no-print">
          {failed && <UserRepair step={failed} />}
          {page !== undefined && (
            <>
              <ButtonLink to={page} {...(field && { hash: inputId(field) })}>
                Open <Name>{event.oidc_op_name ?? 'the provider'}</Name>
                {field && ` › ${labels[field]}`}
              </ButtonLink>
              {editProviders && offers('sign-in tests') && (
                <ButtonLink to={page} state={{ test: true }}>
                  Test this provider
                </ButtonLink>
              )}
            </>
          )}
          <Similar code={code} provider={provider ?? undefined} />
        </Group>
      )}
      {others.length > 0 && <OtherSteps summary={count(others.length, 'other step')} steps={others} />}
    </EntryPanel>
  );
}

/** Links to the sign-ins rejected for the same reason, unless this is known to be the only one. */
function Similar({ code, provider }: { code: RejectionCode; provider: string | undefined }) {
  const filter = { code, ...(provider !== undefined && { oidc_op: provider }) };
  const rejected = useSignInCount(filter);
  if (rejected === '1') return null;
  return (
    <ButtonLink to="/activity" search={filter}>
      {rejected ?? 'More'} like this
    </ButtonLink>
  );
}

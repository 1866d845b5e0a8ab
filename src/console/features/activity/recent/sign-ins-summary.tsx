import { useNavigate } from '@tanstack/react-router';
import { useService } from '../../../data/service/use-service.ts';
import { AnchorLink } from '../../../ui/links/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { SignInChart } from '../sign-ins/sign-in-chart.tsx';

/** How sign-ins went, by hour or day; a bar leads to its sign-ins. */
export function SignInsSummary() {
  const navigate = useNavigate();
  const { offers } = useService();
  if (!offers('counts of sign-ins')) return null;
  return (
    <Section
      id="sign-ins"
      title="Sign-ins"
      mb={8}
      actions={<AnchorLink to="/activity">Open in Activity</AnchorLink>}
    >
      <SignInChart
        filter={{}}
        height={200}
        onChoose={(search) => void navigate({ to: '/activity', search })}
      />
    </Section>
  );
}

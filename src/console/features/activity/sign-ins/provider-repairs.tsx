import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignInStep } from '../../../../contract/oidc/sign-in-tests.ts';
import { inputId, type FormValues } from '../../../data/oidc/fields.ts';
import { findRepairs, type Repair } from '../../../data/oidc/repairs.ts';
import { recordAt } from '../../../data/activity/record-kinds.ts';
import { toForm } from '../../../data/oidc/form-values.ts';
import { oidcOpQuery } from '../../../data/oidc/providers.ts';
import { useRights } from '../../../data/service/rights.ts';
import { ButtonLink } from '../../../ui/links/links.tsx';
import { WriteDialog } from '../changes/write-dialog.tsx';

interface ProviderRepairsProps {
  /** The provider's path. */
  provider: string;
  /** The step that failed. */
  step: SignInStep;
}

/** What to change in a provider so that the next sign-in works, for those who can. */
export function ProviderRepairs({ provider, step }: ProviderRepairsProps) {
  const record = recordAt(provider);
  const { editProviders: canEdit } = useRights();
  const { data: op } = useQuery({
    ...oidcOpQuery(record?.id ?? 0),
    enabled: canEdit && record !== undefined,
  });
  const [chosen, setChosen] = useState<Extract<Repair, { changes: unknown }>>();
  if (!canEdit || !record || !op) return null;
  const repairs = repairsFor(step, toForm(op));
  return (
    <>
      {repairs.length > 0 && (
        <Group mt={8}>
          {repairs.map((repair) =>
            'changes' in repair ? (
              <Button variant="filled" key={repair.label} onClick={() => setChosen(repair)}>
                {repair.label}
              </Button>
            ) : (
              <ButtonLink
                variant="filled"
                key={repair.label}
                to="/oidc/$oidcOpId"
                params={{ oidcOpId: String(record.id) }}
                hash={inputId('client_secret')}
              >
                {repair.label}
              </ButtonLink>
            ),
          )}
        </Group>
      )}
      {/* Stays open when a newer sign-in was rejected, or the repair was made elsewhere. */}
      {chosen && (
        <WriteDialog
          kind={record.kind}
          id={record.id}
          name={op.name}
          action={chosen.label}
          values={chosen.changes}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

/** What to change in a provider so that a logged step won't fail again. @param values the provider now */
function repairsFor(step: SignInStep, values: FormValues): Repair[] {
  const report = {
    published: null,
    id_token_claims: claimsOf(step, 'ID token'),
    userinfo_claims: claimsOf(step, 'UserInfo'),
  };
  return findRepairs(step, report, values);
}

/** The log has only the names of claims. */
function claimsOf({ facts }: SignInStep, source: string): Record<string, true> {
  const names = facts.find(({ label }) => label === `claims of ${source}`)?.value ?? '';
  return Object.fromEntries(
    names
      .split(', ')
      .filter(Boolean)
      .map((name) => [name, true]),
  );
}

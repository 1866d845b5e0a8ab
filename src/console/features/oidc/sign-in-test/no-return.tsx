import { Anchor, Text, Title } from '@mantine/core';
import type { SignInTest } from '../../../../contract/oidc/sign-in-tests.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { AlertIcon } from '../../../ui/icons.tsx';
import { inputId } from '../../../data/oidc/fields.ts';
import { focusFieldAfterDialog } from '../editor/focus-field.ts';
import { FactList } from '../../../ui/step-view/step-view.tsx';
import steps from '../../../ui/step-view/step-view.module.css';

/** Why a provider may never send the browser back, and the values to compare with its registration. */
export function NoReturn({ report, onEdit }: { report: SignInTest; onEdit(): void }) {
  const request = report.steps.find(({ name }) => name === 'authorization_request')?.facts ?? [];
  const sent = (name: string) => request.find(({ label }) => label === name)?.value;
  const redirectUri = sent('redirect_uri');
  const clientId = sent('client_id');
  const endpoint = sent('endpoint');
  return (
    <section className={steps.step} data-verdict="warning" aria-labelledby="no-return">
      <span className={steps.mark}>
        <AlertIcon />
      </span>
      <div className={steps.body}>
        <Title order={3} id="no-return">
          The provider hasn't sent you back
        </Title>
        <Text>
          If it shows an error, or doesn't respond, one of these is usually the reason. If you're still
          signing in, continue: this report updates when you return.
        </Text>
        <ol>
          {redirectUri !== undefined && (
            <li>
              The redirect URI isn't registered. Register exactly this one at the provider:
              <div>
                <Copyable value={redirectUri} label="redirect URI" />
              </div>
            </li>
          )}
          {clientId !== undefined && (
            <li>
              The provider doesn't know the{' '}
              <EditLink field="client_id" onEdit={onEdit}>
                client ID
              </EditLink>{' '}
              that was sent:
              <div>
                <Copyable value={clientId} label="client ID" />
              </div>
            </li>
          )}
          {endpoint !== undefined && (
            <li>
              The{' '}
              <EditLink field="authorization_endpoint" onEdit={onEdit}>
                authorization endpoint
              </EditLink>{' '}
              is wrong:
              <div>
                <Copyable value={endpoint} label="authorization endpoint" />
              </div>
            </li>
          )}
        </ol>
        <Text fw={600} mt={12}>
          Authorization request
        </Text>
        <FactList facts={request} />
      </div>
    </section>
  );
}

interface EditLinkProps {
  field: 'client_id' | 'authorization_endpoint';
  onEdit(): void;
  children: string;
}

/** Closes the report and goes to the field. */
function EditLink({ field, onEdit, children }: EditLinkProps) {
  return (
    <Anchor
      href={`#${inputId(field)}`}
      onClick={(event) => {
        event.preventDefault();
        onEdit();
        focusFieldAfterDialog(field);
      }}
    >
      {children}
    </Anchor>
  );
}

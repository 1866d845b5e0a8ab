import { Anchor, Button, Drawer, Group, Loader, Stack, Text, Title, Box, Flex } from '@mantine/core';
import { useMemo } from 'react';
import type { SignInStep, SignInTest } from '../../../../contract/oidc/sign-in-tests.ts';
import { failedStep, stepName } from '../../../data/oidc/sign-in-steps.ts';
import { count, msg } from '../../../lib/text.ts';
import { withoutDescription } from '../../../ui/dialog/dialog.tsx';
import { CheckIcon, CloseIcon, AlertIcon } from '../../../ui/icons.tsx';
import { ErrorView } from '../../../ui/error-view.tsx';
import { useEditorParts } from '../form/editor-context.ts';
import { focusFieldAfterDialog } from '../form/focus-field.ts';
import { findRepairs, type Repair } from '../../../data/oidc/repairs.ts';
import { Details, OtherSteps, StepList, StepView } from '../../../data/oidc/step-view.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import type { SignInTestControl } from './use-sign-in-test.ts';
import { claimSources } from '../form/claims.ts';
import { ClaimTable } from '../username/claim-table.tsx';
import { Disclosure } from '../../../ui/section.tsx';
import { UsernameResult } from '../username/username-result.tsx';
import { Copyable } from '../../../ui/copyable.tsx';
import { Suspension } from '../../../data/activity/suspension.tsx';
import { UserRepair } from '../../../data/oidc/user-repair.tsx';
import { inputId } from '../../../data/oidc/fields.ts';

/** The result of a sign-in test beside the form: what failed first, then the claims, then what passed. */
export function SignInTestReport({ test }: { test: SignInTestControl }) {
  const { report, problem, overdue } = test;
  return (
    <Drawer attributes={withoutDescription} opened onClose={test.close} size={560} title="Sign-in test">
      <Stack fz={13}>
        <Text c="dimmed">No one is signed in, and nothing is saved.</Text>
        <div role="status">
          <Verdict test={test} />
        </div>
        {(report?.finished || overdue) && (
          <div>
            <ActionButton loading={test.starting} onClick={() => test.start()}>
              Test again
            </ActionButton>
          </div>
        )}
        {problem !== undefined && !report?.finished && (
          <ErrorView title="Couldn't load the report" detail={[problem]} />
        )}
        {report && overdue && <NoReturn report={report} onEdit={test.close} />}
        {report && <Steps report={report} test={test} />}
      </Stack>
    </Drawer>
  );
}

function Verdict({ test }: { test: SignInTestControl }) {
  const { report, authorizationUrl, blocked } = test;
  if (report?.finished) {
    const { text, kind } = verdictOf(report);
    return (
      <Group wrap="nowrap" fz="md" fw={600} c={colors[kind]}>
        {kind === 'passed' ? <CheckIcon /> : <CloseIcon />}
        {text}
      </Group>
    );
  }
  const link = (text: string) =>
    authorizationUrl !== undefined &&
    authorizationUrl !== '' && (
      <Anchor href={authorizationUrl} target="_blank" rel="noreferrer" onClick={test.continueByHand}>
        {text}
      </Anchor>
    );
  return (
    <Group wrap="nowrap">
      {!blocked && <Loader size={16} aria-hidden />}
      <Text>
        {blocked ? (
          <>The browser blocked the window. {link('Continue at the provider')}</>
        ) : report?.returned ? (
          "Checking the provider's response…"
        ) : test.unseen ? (
          <>
            Is the other window still open? Its provider hides it from this page. {link('Open it again')} or{' '}
            <Anchor component="button" type="button" onClick={test.giveUp}>
              say that it's closed
            </Anchor>
          </>
        ) : (
          <>Waiting for the sign-in in the other window. {link('Open it again')}</>
        )}
      </Text>
    </Group>
  );
}

const colors = { passed: 'light-dark(#15803d, #4ade80)', failed: 'var(--danger)' };

function verdictOf(report: SignInTest): { text: string; kind: 'passed' | 'failed' } {
  if (report.succeeded) {
    const name = report.id_token_claims?.['name'] ?? report.userinfo_claims?.['name'];
    const who = typeof name === 'string' && name !== '' ? name : 'This user';
    return { text: msg`${who} would sign in as ${report.login}`, kind: 'passed' };
  }
  const failed = failedStep(report);
  if (failed) return { text: `No one would be signed in: “${stepName(failed.name)}” failed`, kind: 'failed' };
  return { text: 'The provider works. Choose the claim that contains the login.', kind: 'passed' };
}

/** Failures and warnings first, then the claims; the other steps are collapsed. */
function Steps({ report, test }: { report: SignInTest; test: SignInTestControl }) {
  const { editor } = useEditorParts();
  const serious = report.steps.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
  const others = report.steps.filter((step) => !serious.includes(step));
  // A warning and what failed because of it have the same repair.
  const offered = new Set<string>();
  const repairsOf = (step: SignInStep) =>
    editor.readOnly
      ? []
      : findRepairs(step, report, editor.values).filter(
          ({ label }) => !offered.has(label) && offered.add(label),
        );
  const repair = (chosen: Repair) => {
    if ('changes' in chosen) {
      test.start(chosen.changes);
      return;
    }
    test.close();
    if (editor.secret.mode === 'stored') editor.secret.setMode('replacing');
    focusFieldAfterDialog('client_secret');
  };
  const claims = <TestedClaims report={report} onUsed={test.close} />;
  return (
    <>
      {serious.length > 0 && (
        <StepList label="Problems">
          {serious
            .toSorted((a, b) => rank(a) - rank(b))
            .map((step) => (
              <StepView
                key={step.name}
                step={step}
                actions={
                  <>
                    <Repairs repairs={repairsOf(step)} onRepair={repair} />
                    <Suspension step={step} />
                    <UserRepair step={step} mt={8} />
                  </>
                }
              />
            ))}
        </StepList>
      )}
      {report.succeeded ? <Disclosure summary="Claims">{claims}</Disclosure> : report.finished && claims}
      <OtherSteps summary={othersText(others)} steps={others} />
    </>
  );
}

function Repairs({ repairs, onRepair }: { repairs: readonly Repair[]; onRepair(repair: Repair): void }) {
  if (repairs.length === 0) return null;
  return (
    <Group mt={8}>
      {repairs.map((repair) => (
        <Button variant="filled" key={repair.label} onClick={() => onRepair(repair)}>
          {'changes' in repair ? `${repair.label} and test again` : repair.label}
        </Button>
      ))}
    </Group>
  );
}

function rank({ verdict }: SignInStep): number {
  return verdict === 'failed' ? 0 : 1;
}

function othersText(steps: readonly SignInStep[]): string {
  const skipped = steps.filter(({ verdict }) => verdict === 'skipped').length;
  const passed = `${count(steps.length - skipped, 'step')} passed`;
  return skipped === 0 ? passed : `${passed}, ${skipped} skipped`;
}

/** The claims that the provider sent; each can become the username expression, whose result is shown. */
function TestedClaims({ report, onUsed }: { report: SignInTest; onUsed(): void }) {
  const { editor, playground } = useEditorParts();
  const { id_token_claims: idToken, userinfo_claims: userInfo } = report;
  const sources = useMemo(() => claimSources(idToken, userInfo), [idToken, userInfo]);
  if (sources.length === 0) return null;
  const rejected = report.steps.some(
    ({ name, verdict }) => name.startsWith('id_token_') && verdict === 'failed',
  );
  const text = (claims: object | null) => (claims ? JSON.stringify(claims, undefined, 2) : '');
  return (
    <Stack component="section" aria-label="Claims">
      {!rejected && (
        <Stack gap={8}>
          <Text>
            Username expression: <code translate="no">{editor.values.username_path || 'none'}</code>
          </Text>
          <UsernameResult
            idToken={idToken ? { claims: idToken } : {}}
            userInfo={userInfo ? { claims: userInfo } : {}}
            checked={report.login}
          />
        </Stack>
      )}
      {rejected && (
        <Text c="dimmed">The ID token was rejected, so don't rely on these claims. They may show why.</Text>
      )}
      <ClaimTable sources={sources} />
      <div>
        <Button
          onClick={() => {
            playground.setIdToken(text(idToken));
            playground.setUserInfo(text(userInfo));
            playground.setOpen(true);
            onUsed();
            focusFieldAfterDialog('username_path');
          }}
        >
          Use these claims in the playground
        </Button>
      </div>
    </Stack>
  );
}

/** Why a provider may never send the browser back, and the values to compare with its registration. */
function NoReturn({ report, onEdit }: { report: SignInTest; onEdit(): void }) {
  const request = report.steps.find(({ name }) => name === 'authorization_request')?.facts ?? [];
  const sent = (name: string) => request.find(({ label }) => label === name)?.value;
  /** A link that closes the report and goes to the field. */
  const edit = (field: 'client_id' | 'authorization_endpoint', text: string) => (
    <Anchor
      href={`#${inputId(field)}`}
      onClick={(event) => {
        event.preventDefault();
        onEdit();
        focusFieldAfterDialog(field);
      }}
    >
      {text}
    </Anchor>
  );
  const causes = [
    {
      label: 'redirect URI',
      value: sent('redirect_uri'),
      text: "The redirect URI isn't registered. Register exactly this one at the provider:",
    },
    {
      label: 'client ID',
      value: sent('client_id'),
      text: <>The provider doesn't know the {edit('client_id', 'client ID')} that was sent:</>,
    },
    {
      label: 'authorization endpoint',
      value: sent('endpoint'),
      text: <>The {edit('authorization_endpoint', 'authorization endpoint')} is wrong:</>,
    },
  ];
  return (
    <Flex
      component="section"
      gap={12}
      py={10}
      style={{ borderTop: '1px solid var(--line)' }}
      aria-labelledby="no-return"
    >
      <Box component="span" flex="none" w={16} pt={2}>
        <AlertIcon color="var(--warning)" />
      </Box>
      <Box flex={1} miw={0}>
        <Title order={3} id="no-return">
          The provider hasn't sent you back
        </Title>
        <Text>
          If it shows an error, or doesn't respond, one of these is usually the reason. If you're still
          signing in, continue: this report updates when you return.
        </Text>
        <ol>
          {causes.map(
            ({ label, value, text }) =>
              value !== undefined && (
                <li key={label}>
                  {text}
                  <div>
                    <Copyable value={value} label={label} />
                  </div>
                </li>
              ),
          )}
        </ol>
        <Details facts={request} />
      </Box>
    </Flex>
  );
}

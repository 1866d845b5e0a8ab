import { Anchor, Button, Drawer, Loader, Text, Title } from '@mantine/core';
import type { SignInTest, SignInStep } from '../../../../contract/oidc/sign-in-tests.ts';
import { webAddress } from '../../../lib/web-address.ts';
import { ErrorView } from '../../../ui/error-view.tsx';
import { AlertIcon, CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import { ClaimList } from '../username/claim-list.tsx';
import { useEditorParts } from '../editor/editor-context.ts';
import type { Claims } from '../username/evaluate.ts';
import { focusFieldAfterDialog } from '../editor/focus-field.ts';
import { diffText } from '../metadata/text-diff.ts';
import classes from './sign-in-test-report.module.css';
import type { SignInTestControl } from './use-sign-in-test.ts';
import { isolate } from '../../../lib/text.ts';

/** The steps and the result of a sign-in test, beside the form. */
export function SignInTestReport({ test }: { test: SignInTestControl }) {
  const { report, problem } = test;
  return (
    <Drawer
      opened
      onClose={test.close}
      position="right"
      size={560}
      title="Sign-in test"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.report}>
        <Text size="sm" className="muted">
          No one is signed in, and nothing is saved.
        </Text>
        <div role="status">
          <Verdict test={test} />
        </div>
        {report?.finished && (
          <div>
            <Button size="xs" variant="default" loading={test.starting} onClick={test.start}>
              Test again
            </Button>
          </div>
        )}
        {problem !== undefined && !report?.finished && (
          <ErrorView title="Couldn't load the report" detail={[problem]} />
        )}
        {report && (
          <ol className={classes.steps} aria-label="Steps">
            {report.steps.map((step) => (
              <Step key={step.name} step={step} onIssuerUsed={test.close} />
            ))}
          </ol>
        )}
        {report?.finished && <TestedClaims report={report} onUsed={test.close} />}
      </div>
    </Drawer>
  );
}

function Verdict({ test }: { test: SignInTestControl }) {
  const { report, authorizationUrl, blocked } = test;
  if (!report?.finished) {
    return (
      <div className={classes.waiting}>
        {!blocked && <Loader size={16} aria-hidden />}
        <Text size="sm">
          {blocked ? (
            <>
              The browser blocked the window.{' '}
              <Anchor href={authorizationUrl} target="_blank" rel="noreferrer">
                Continue at the provider
              </Anchor>
            </>
          ) : (
            <>
              Waiting for the sign-in in the other window.{' '}
              {authorizationUrl !== undefined && authorizationUrl !== '' && (
                <Anchor href={authorizationUrl} target="_blank" rel="noreferrer">
                  Open it again
                </Anchor>
              )}
            </>
          )}
        </Text>
      </div>
    );
  }
  const failed = report.steps.find(({ verdict }) => verdict === 'failed');
  return (
    <Text fw={600} className={classes.verdict} data-verdict={report.succeeded ? 'passed' : 'failed'}>
      {report.succeeded
        ? `This would sign in ${isolate(report.login)}`
        : `No one would be signed in: ${failed ? `“${nameOf(failed)}” failed` : 'the test is incomplete'}`}
    </Text>
  );
}

const names: Record<SignInStep['name'], string> = {
  discovery: 'Discovery document',
  authorization_request: 'Authorization request',
  callback: 'Authorization response',
  token_request: 'Token request',
  id_token_claims: 'ID token claims',
  id_token_signature: 'ID token signature',
  userinfo: 'UserInfo response',
  username_path: 'Username expression',
  local_user: 'User',
};
const verdicts = { passed: 'Passed', failed: 'Failed', skipped: 'Skipped', warning: 'Warning' } as const;

/** Other services may report steps that this console doesn't know. */
function nameOf({ name }: SignInStep): string {
  return Object.hasOwn(names, name) ? names[name] : name;
}

function Step({ step, onIssuerUsed }: { step: SignInStep; onIssuerUsed(): void }) {
  const { verdict, expected, actual } = step;
  return (
    <li className={classes.step} data-verdict={verdict}>
      <span className={classes.mark}>
        {verdict === 'passed' && <CheckIcon />}
        {verdict === 'failed' && <CloseIcon />}
        {verdict === 'warning' && <AlertIcon />}
      </span>
      <div className={classes.body}>
        <div className={classes.line}>
          <Title order={3}>{nameOf(step)}</Title>
          <span className="muted">
            {Object.hasOwn(verdicts, verdict) ? verdicts[verdict] : verdict}
            {step.milliseconds > 0 && `, ${step.milliseconds} ms`}
          </span>
        </div>
        <Text size="sm">{step.message}</Text>
        {(expected !== undefined || actual !== undefined) && (
          <Values expected={expected ?? ''} actual={actual ?? ''} />
        )}
        {step.repair !== undefined && (
          <Text size="sm" className={classes.repair}>
            {step.repair}
          </Text>
        )}
        <UseIssuer step={step} onUsed={onIssuerUsed} />
        {step.facts.length > 0 && (
          <details className={classes.facts}>
            <summary>Details</summary>
            <dl>
              {step.facts.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <code>{value}</code>
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </li>
  );
}

/** Offers the issuer that the provider actually uses. */
function UseIssuer({ step, onUsed }: { step: SignInStep; onUsed(): void }) {
  const { editor } = useEditorParts();
  const { verdict, actual, expected } = step;
  const aboutIssuer = step.error === 'wrong_issuer' || (step.name === 'discovery' && verdict === 'warning');
  const actualIssuer = webAddress(actual);
  if (!aboutIssuer || actualIssuer === undefined || expected !== editor.values.issuer || editor.readOnly)
    return null;
  return (
    <Button
      size="xs"
      variant="default"
      mt={8}
      onClick={() => {
        editor.set('issuer', actualIssuer);
        onUsed();
        focusFieldAfterDialog('issuer');
      }}
    >
      Use this issuer
    </Button>
  );
}

/** The two values compared; if they're similar, the differences are marked. */
function Values({ expected, actual }: { expected: string; actual: string }) {
  const parts = diffText(expected, actual);
  const same = parts.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + text.length, 0);
  const similar = same * 2 > Math.max(expected.length, actual.length);
  const marked = (kind: 'only-left' | 'only-right', whole: string) =>
    similar
      ? parts
          .filter((part) => part.kind === 'same' || part.kind === kind)
          // A part is identified only by its position.
          .map((part, index) => (part.kind === 'same' ? part.text : <mark key={index}>{part.text}</mark>))
      : whole || '(empty)';
  return (
    <dl className={classes.values}>
      <dt>Expected</dt>
      <dd>
        <code>{marked('only-left', expected)}</code>
      </dd>
      <dt>Actual</dt>
      <dd>
        <code>{marked('only-right', actual)}</code>
      </dd>
    </dl>
  );
}

function TestedClaims({ report, onUsed }: { report: SignInTest; onUsed(): void }) {
  const { playground } = useEditorParts();
  const documents: [string, Claims | null][] = [
    ['ID token', report.id_token_claims],
    ['UserInfo response', report.userinfo_claims],
  ];
  if (documents.every(([, claims]) => claims === null)) return null;
  const rejected = report.steps.some(
    ({ name, verdict }) => name.startsWith('id_token_') && verdict === 'failed',
  );
  const text = (claims: Claims | null) => (claims ? JSON.stringify(claims, undefined, 2) : '');
  return (
    <section aria-label="Claims" className={classes.claims}>
      <div>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            playground.setIdToken(text(report.id_token_claims));
            playground.setUserInfo(text(report.userinfo_claims));
            playground.setOpen(true);
            onUsed();
            focusFieldAfterDialog('username_path');
          }}
        >
          Use these claims in the playground
        </Button>
      </div>
      {documents.map(
        ([name, claims]) =>
          claims && (
            <div key={name}>
              <Title order={3} mb={4}>
                {name} claims{rejected && ' (unverified)'}
              </Title>
              {rejected && (
                <Text size="sm" className="muted" mb={4}>
                  The ID token was rejected, so don't rely on these claims. They may show why.
                </Text>
              )}
              <ClaimList label={name} claims={claims} />
            </div>
          ),
      )}
    </section>
  );
}

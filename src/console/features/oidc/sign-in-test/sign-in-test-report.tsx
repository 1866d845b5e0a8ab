import { Anchor, Button, Drawer, Loader, Text, Title } from '@mantine/core';
import type { OidcTrial, OidcTrialStep } from '../../../../contract/oidc/oidc-trials.ts';
import { webAddress } from '../../../lib/web-address.ts';
import { ErrorView } from '../../../ui/error-view.tsx';
import { AlertIcon, CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import { ClaimList } from '../username/claim-list.tsx';
import { useEditorParts } from '../editor/editor-context.ts';
import type { Claims } from '../username/evaluate.ts';
import { focusFieldNext } from '../editor/focus-field.ts';
import { diffText } from '../metadata/text-diff.ts';
import classes from './sign-in-test-report.module.css';
import type { TrialState } from './use-sign-in-test.ts';
import { isolate } from '../../../lib/text.ts';

/** How a dry run goes, step by step, beside the form. */
export function TrialReport({ trial }: { trial: TrialState }) {
  const { report, problem } = trial;
  return (
    <Drawer
      opened
      onClose={trial.close}
      position="right"
      size={560}
      title="Dry run of the sign-in"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.report}>
        <Text size="sm" className="muted">
          Nobody is signed in by this, and nothing is saved.
        </Text>
        <div role="status">
          <Verdict trial={trial} />
        </div>
        {report?.finished && (
          <div>
            <Button size="xs" variant="default" loading={trial.starting} onClick={trial.start}>
              Try again
            </Button>
          </div>
        )}
        {problem !== undefined && !report?.finished && (
          <ErrorView title="The report could not be read" detail={[problem]} />
        )}
        {report && (
          <ol className={classes.steps} aria-label="Steps">
            {report.steps.map((step) => (
              <Step key={step.name} step={step} onMended={trial.close} />
            ))}
          </ol>
        )}
        {report?.finished && <TrialClaims report={report} onUsed={trial.close} />}
      </div>
    </Drawer>
  );
}

function Verdict({ trial }: { trial: TrialState }) {
  const { report, address, blocked } = trial;
  if (!report?.finished) {
    return (
      <div className={classes.waiting}>
        {!blocked && <Loader size={16} aria-hidden />}
        <Text size="sm">
          {blocked ? (
            <>
              The browser did not open the window.{' '}
              <Anchor href={address} target="_blank" rel="noreferrer">
                Go on at the provider
              </Anchor>
            </>
          ) : (
            <>
              Waiting for the sign-in in the other window.{' '}
              {address !== undefined && address !== '' && (
                <Anchor href={address} target="_blank" rel="noreferrer">
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
        : `This would sign nobody in: ${failed ? `“${nameOf(failed)}” failed` : 'it came to no end'}`}
    </Text>
  );
}

const names: Record<OidcTrialStep['name'], string> = {
  discovery: 'Metadata',
  authorization_request: 'Request to the provider',
  callback: 'Answer of the provider',
  token_request: 'Exchange of the code',
  id_token_claims: 'Claims of the ID Token',
  id_token_signature: 'Signature of the ID Token',
  userinfo: 'UserInfo',
  username_path: 'Username expression',
  local_user: 'User of this service',
};
const verdicts = { passed: 'Passed', failed: 'Failed', skipped: 'Skipped', warning: 'Warning' } as const;

/** A service may have steps that this console doesn't know. */
function nameOf({ name }: OidcTrialStep): string {
  return Object.hasOwn(names, name) ? names[name] : name;
}

function Step({ step, onMended }: { step: OidcTrialStep; onMended(): void }) {
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
        <UseIssuer step={step} onUsed={onMended} />
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

/** Another issuer answered than the one configured: one click takes it into the form. */
function UseIssuer({ step, onUsed }: { step: OidcTrialStep; onUsed(): void }) {
  const { editor } = useEditorParts();
  const { verdict, actual, expected } = step;
  const aboutIssuer = step.error === 'wrong_issuer' || (step.name === 'discovery' && verdict === 'warning');
  const other = webAddress(actual);
  if (!aboutIssuer || other === undefined || expected !== editor.values.issuer || editor.readOnly)
    return null;
  return (
    <Button
      size="xs"
      variant="default"
      mt={8}
      onClick={() => {
        editor.set('issuer', other);
        onUsed();
        focusFieldNext('issuer');
      }}
    >
      Use this issuer
    </Button>
  );
}

/** The two values compared, with what sets them apart marked where they are alike. */
function Values({ expected, actual }: { expected: string; actual: string }) {
  const parts = diffText(expected, actual);
  const same = parts.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + text.length, 0);
  const alike = same * 2 > Math.max(expected.length, actual.length);
  const side = (kind: 'only-left' | 'only-right', whole: string) =>
    alike
      ? parts
          .filter((part) => part.kind === 'same' || part.kind === kind)
          // Parts have no identity but their place.
          .map((part, index) => (part.kind === 'same' ? part.text : <mark key={index}>{part.text}</mark>))
      : whole || '(nothing)';
  return (
    <dl className={classes.values}>
      <dt>Expected</dt>
      <dd>
        <code>{side('only-left', expected)}</code>
      </dd>
      <dt>Was</dt>
      <dd>
        <code>{side('only-right', actual)}</code>
      </dd>
    </dl>
  );
}

function TrialClaims({ report, onUsed }: { report: OidcTrial; onUsed(): void }) {
  const { workbench } = useEditorParts();
  const documents: [string, Claims | null][] = [
    ['the ID Token', report.id_token_claims],
    ['UserInfo', report.userinfo_claims],
  ];
  if (documents.every(([, claims]) => claims === null)) return null;
  const refused = report.steps.some(
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
            workbench.setIdToken(text(report.id_token_claims));
            workbench.setUserInfo(text(report.userinfo_claims));
            workbench.setOpen(true);
            onUsed();
            focusFieldNext('username_path');
          }}
        >
          Try the expression on these claims
        </Button>
      </div>
      {documents.map(
        ([name, claims]) =>
          claims && (
            <div key={name}>
              <Title order={3} mb={4}>
                {refused ? 'Unverified claims' : 'Claims'} of {name}
              </Title>
              {refused && (
                <Text size="sm" className="muted" mb={4}>
                  The ID Token was refused: nothing vouches for what it says. It may help to find out why.
                </Text>
              )}
              <ClaimList label={name} claims={claims} />
            </div>
          ),
      )}
    </section>
  );
}

import { Text } from '@mantine/core';
import { useEditorParts } from '../editor/editor-context.ts';
import { usesUserInfo } from '../../../data/oidc/provenance.ts';
import type { UsernameResult as Outcome } from '../../../../contract/oidc/username-evaluation.mjs';
import { syntaxProblem, type Claims, type Evaluation } from './evaluate.ts';
import { useEvaluation } from './use-evaluation.ts';
import { UserCheck } from './user-check.tsx';
import classes from './playground.module.css';
import { Name } from '../../../ui/name.tsx';
import { isolate } from '../../../lib/text.ts';

/** What the expression returns for the pasted claims, evaluated in the service's order. */
export function UsernameResult() {
  const { editor, metadata, playground } = useEditorParts();
  const { values, base, baseValues } = editor;
  const expression = values.username_path;
  const { idToken, userInfo } = playground;
  const requested = usesUserInfo(values, base ? baseValues : undefined, metadata.preview?.metadata);
  if (expression === '' || syntaxProblem(expression) || (!idToken.claims && !userInfo.claims)) return null;
  return (
    <Result
      expression={expression}
      idToken={idToken.claims}
      userInfo={requested === 'no' ? undefined : userInfo.claims}
    />
  );
}

interface ResultProps {
  expression: string;
  idToken: Claims | undefined;
  /** Also undefined if the service won't request it. */
  userInfo: Claims | undefined;
}

function Result({ expression, idToken, userInfo }: ResultProps) {
  const result = useEvaluation(expression, idToken, userInfo);
  const login = result && 'evaluation' in result ? result.evaluation.found?.login : undefined;
  return (
    <div className={classes.result}>
      <div role="status" aria-label="Result of the expression">
        {!result && <Text size="sm">Evaluating…</Text>}
        {result && 'problem' in result && <Text size="sm">{result.problem}.</Text>}
        {result && 'evaluation' in result && (
          <Sources evaluation={result.evaluation} requested={userInfo !== undefined} />
        )}
      </div>
      {login !== undefined && <UserCheck key={login} login={login} />}
    </div>
  );
}

/** The result per source. @param requested whether the service would request the UserInfo response */
function Sources({ evaluation, requested }: { evaluation: Evaluation; requested: boolean }) {
  const { idToken, userInfo } = useEditorParts().playground;
  return (
    <>
      <Verdict evaluation={evaluation} conclusive={idToken.claims !== undefined} />
      <ul>
        {!idToken.claims && (
          <li className="muted">
            ID token: {idToken.problem === undefined ? 'not pasted' : "can't be read"}; the service checks it
            first
          </li>
        )}
        {evaluation.tried.map(({ source, outcome }) => (
          <li key={source}>
            {source}: {outcomeText(outcome)}
          </li>
        ))}
        {evaluation.found?.source === 'ID token' && userInfo.claims && (
          <li className="muted">UserInfo response: not used, because the ID token contains the username</li>
        )}
        {userInfo.claims && !requested && evaluation.found === undefined && (
          <li>UserInfo response: not used, because there is no UserInfo endpoint</li>
        )}
      </ul>
    </>
  );
}

/** The overall result. @param conclusive whether the ID token could be read */
function Verdict({ evaluation, conclusive }: { evaluation: Evaluation; conclusive: boolean }) {
  const { found } = evaluation;
  if (!found) {
    return (
      <Text size="sm" fw={600}>
        {conclusive ? 'No username: this sign-in would be rejected' : 'No username in these claims'}
      </Text>
    );
  }
  return (
    <>
      <Text size="sm" fw={600}>
        <code>
          <Name>{found.login}</Name>
        </code>{' '}
        from the {found.source}
      </Text>
      {found.login !== found.login.trim() && (
        <Text size="sm">It starts or ends with a space, which is significant.</Text>
      )}
    </>
  );
}

function outcomeText(outcome: Outcome): string {
  if (outcome.kind === 'login') return `“${isolate(outcome.login)}”`;
  return outcome.kind === 'unusable' ? `returns ${outcome.reason}` : `fails: ${outcome.reason}`;
}

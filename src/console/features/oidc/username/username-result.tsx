import { Text } from '@mantine/core';
import { useEditorParts } from '../editor/editor-context.ts';
import { usesUserInfo } from '../../../data/oidc/provenance.ts';
import type { UsernameResult as Outcome } from '../../../../contract/oidc/username-evaluation.mjs';
import type { ReadClaims } from './claims.ts';
import { syntaxProblem, type Evaluation } from './evaluate.ts';
import { useEvaluation } from './use-evaluation.ts';
import { UserCheck } from './user-check.tsx';
import classes from './playground.module.css';
import { Name } from '../../../ui/name.tsx';
import { msg } from '../../../lib/text.ts';

interface UsernameResultProps {
  idToken: ReadClaims;
  userInfo: ReadClaims;
  /** A login that the service has looked up. */
  checked?: string | undefined;
}

/** What the form's expression returns for claims, evaluated in the service's order. */
export function UsernameResult({ idToken, userInfo, checked }: UsernameResultProps) {
  const { editor, metadata } = useEditorParts();
  const { values, base, baseValues } = editor;
  const expression = values.username_path;
  const requested = usesUserInfo(values, base ? baseValues : undefined, metadata.preview?.metadata) !== 'no';
  if (expression === '' || syntaxProblem(expression) || (!idToken.claims && !userInfo.claims)) return null;
  return <Result {...{ expression, idToken, userInfo, checked, requested }} />;
}

interface ResultProps extends UsernameResultProps {
  expression: string;
  /** Whether the service would request the UserInfo response. */
  requested: boolean;
}

function Result({ expression, requested, checked, ...sources }: ResultProps) {
  const userInfo = requested ? sources.userInfo.claims : undefined;
  const result = useEvaluation(expression, sources.idToken.claims, userInfo);
  const login = result && 'evaluation' in result ? result.evaluation.found?.login : undefined;
  return (
    <div className={classes.result}>
      <div role="status" aria-label="Result of the expression">
        {!result && <Text>Evaluating…</Text>}
        {result && 'problem' in result && <Text>{result.problem}.</Text>}
        {result && 'evaluation' in result && (
          <Sources evaluation={result.evaluation} requested={requested} {...sources} />
        )}
      </div>
      {login !== undefined && login !== checked && <UserCheck key={login} login={login} />}
    </div>
  );
}

interface SourcesProps extends UsernameResultProps {
  evaluation: Evaluation;
  requested: boolean;
}

/** The result per source. */
function Sources({ evaluation, requested, idToken, userInfo }: SourcesProps) {
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
  if (!found)
    return (
      <Text fw={600}>
        {conclusive ? 'No username: this sign-in would be rejected' : 'No username in these claims'}
      </Text>
    );
  return (
    <>
      <Text fw={600}>
        <Name as="code">{found.login}</Name> from the {found.source}
      </Text>
      {found.login !== found.login.trim() && (
        <Text>It starts or ends with a space, which is significant.</Text>
      )}
    </>
  );
}

function outcomeText(outcome: Outcome): string {
  if (outcome.kind === 'login') return msg`“${outcome.login}”`;
  return outcome.kind === 'unusable' ? `returns ${outcome.reason}` : `fails: ${outcome.reason}`;
}

import { Text } from '@mantine/core';
import { useEditorParts } from '../editor/editor-context.ts';
import { asksUserInfo } from '../metadata/provenance.ts';
import { syntaxProblem, type Claims, type Evaluation, type Outcome } from './evaluate.ts';
import { useEvaluation } from './use-evaluation.ts';
import { UserCheck } from './user-check.tsx';
import classes from './playground.module.css';
import { Name } from '../../../ui/name.tsx';
import { isolate } from '../../../lib/text.ts';

/** What the expression gives on the claims at hand, in the order of the service. */
export function UsernameResult() {
  const { editor, metadata, workbench } = useEditorParts();
  const { values, base, baseValues } = editor;
  const expression = values.username_path;
  const { idToken, userInfo } = workbench;
  const asks = asksUserInfo(values, base ? baseValues : undefined, metadata.preview?.metadata);
  if (expression === '' || syntaxProblem(expression) || (!idToken.claims && !userInfo.claims)) return null;
  return (
    <Result
      expression={expression}
      idToken={idToken.claims}
      userInfo={asks === 'no' ? undefined : userInfo.claims}
    />
  );
}

interface ResultProps {
  expression: string;
  idToken: Claims | undefined;
  /** Undefined, too, where the service will not ask for it. */
  userInfo: Claims | undefined;
}

function Result({ expression, idToken, userInfo }: ResultProps) {
  const evaluated = useEvaluation(expression, idToken, userInfo);
  const login = evaluated && 'evaluation' in evaluated ? evaluated.evaluation.answered?.login : undefined;
  return (
    <div className={classes.result}>
      <div role="status" aria-label="Result of the expression">
        {!evaluated && <Text size="sm">Evaluating…</Text>}
        {evaluated && 'problem' in evaluated && <Text size="sm">{evaluated.problem}.</Text>}
        {evaluated && 'evaluation' in evaluated && (
          <Answers evaluation={evaluated.evaluation} asked={userInfo !== undefined} />
        )}
      </div>
      {login !== undefined && <UserCheck key={login} login={login} />}
    </div>
  );
}

/** @param asked whether the service would ask UserInfo */
function Answers({ evaluation, asked }: { evaluation: Evaluation; asked: boolean }) {
  const { idToken, userInfo } = useEditorParts().workbench;
  return (
    <>
      <Answer evaluation={evaluation} whole={idToken.claims !== undefined} />
      <ul>
        {!idToken.claims && (
          <li className="muted">
            ID Token: {idToken.problem === undefined ? 'not pasted' : 'cannot be read'}, and the service asks
            it first
          </li>
        )}
        {evaluation.tried.map(({ source, outcome }) => (
          <li key={source}>
            {source}: {words(outcome)}
          </li>
        ))}
        {evaluation.answered?.source === 'ID Token' && userInfo.claims && (
          <li className="muted">UserInfo: not asked, because the ID Token has it</li>
        )}
        {userInfo.claims && !asked && evaluation.answered === undefined && (
          <li>UserInfo: not asked, because there is no UserInfo endpoint</li>
        )}
      </ul>
    </>
  );
}

/** What comes of it. @param whole whether the ID Token was there to be asked */
function Answer({ evaluation, whole }: { evaluation: Evaluation; whole: boolean }) {
  const { answered } = evaluation;
  if (!answered) {
    return (
      <Text size="sm" fw={600}>
        {whole ? 'No username: this sign-in would be refused' : 'No username in what can be read here'}
      </Text>
    );
  }
  return (
    <>
      <Text size="sm" fw={600}>
        <code>
          <Name>{answered.login}</Name>
        </code>{' '}
        from {answered.source === 'ID Token' ? 'the ID Token' : 'UserInfo'}
      </Text>
      {answered.login !== answered.login.trim() && (
        <Text size="sm">It begins or ends with a space, which counts.</Text>
      )}
    </>
  );
}

function words(outcome: Outcome): string {
  if (outcome.kind === 'login') return `“${isolate(outcome.login)}”`;
  return outcome.kind === 'nothing' ? `gives ${outcome.why}` : `fails: ${outcome.why}`;
}

import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEditorParts } from './editor-context.ts';
import { asksUserInfo } from './provenance.ts';
import { evaluate, syntaxProblem, type Evaluation, type Outcome } from './evaluate.ts';
import { loginExistsQuery } from './queries.ts';
import classes from './workbench.module.css';

/** What the expression gives on the claims at hand, in the order of the service. */
export function UsernameResult() {
  const { editor, metadata, workbench } = useEditorParts();
  const { values, base, baseValues } = editor;
  const expression = values.username_path;
  const { idToken, userInfo } = workbench;
  const asks = asksUserInfo(values, base ? baseValues : undefined, metadata.preview?.metadata);
  if (expression === '' || syntaxProblem(expression) || (!idToken.claims && !userInfo.claims)) return null;
  const evaluation = evaluate(expression, idToken.claims, asks === 'no' ? undefined : userInfo.claims);
  return (
    <div className={classes.result} role="status" aria-label="Result of the expression">
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
        {userInfo.claims && asks === 'no' && evaluation.answered === undefined && (
          <li>UserInfo: not asked, because there is no UserInfo endpoint</li>
        )}
      </ul>
    </div>
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
        <code>{answered.login}</code> from {answered.source === 'ID Token' ? 'the ID Token' : 'UserInfo'}
      </Text>
      {answered.login !== answered.login.trim() && (
        <Text size="sm">It begins or ends with a space, which counts.</Text>
      )}
      <UserHere login={answered.login} />
    </>
  );
}

/** Whether that user exists; nothing where the service cannot tell. */
function UserHere({ login }: { login: string }) {
  const [asked] = useDebouncedValue(login, 300);
  const { data: exists } = useQuery(loginExistsQuery(asked));
  if (asked !== login || exists === undefined || exists === null) return null;
  return (
    <Text size="sm">
      {exists ? (
        <>✓ A user with this login exists</>
      ) : (
        <>✗ No user has this login: the sign-in would be refused until somebody creates one</>
      )}
    </Text>
  );
}

function words(outcome: Outcome): string {
  if (outcome.kind === 'login') return `“${outcome.login}”`;
  return outcome.kind === 'nothing' ? `gives ${outcome.why}` : `fails: ${outcome.why}`;
}

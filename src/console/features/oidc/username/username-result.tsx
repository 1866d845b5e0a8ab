import { Text, Group, Paper, Stack } from '@mantine/core';
import { useEditorParts } from '../form/editor-context.ts';
import { usesUserInfo } from '../../../data/oidc/provenance.ts';
import type { UsernameResult as Outcome } from '../../../../contract/oidc/username-evaluation.mjs';
import type { ReadClaims } from '../form/claims.ts';
import { syntaxProblem, type Evaluation, evaluate, type Claims } from '../form/evaluate.ts';
import { Name } from '../../../ui/name.tsx';
import { msg } from '../../../lib/text.ts';
import { useEffect, useMemo, useState } from 'react';
import { hasBoundedCost } from '../../../../contract/oidc/username-path.ts';
import { evaluateInWorker, type EvaluationResult } from './evaluate-in-worker.ts';
import { usersEndpoints } from '../../../../contract/endpoints/users.ts';
import { call } from '../../../api/exchange.ts';
import { useMutation } from '@tanstack/react-query';
import { isNotOffered, isStatus } from '../../../../client/errors.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import { ActionButton } from '../../../ui/action-button.tsx';

interface UsernameResultProps {
  idToken: ReadClaims;
  userInfo: ReadClaims;
  /** A login that the service has looked up. */
  checked?: string | undefined;
}

/** What the form's expression returns for claims, evaluated in the service's order. */
export function UsernameResult({ idToken, userInfo, checked }: UsernameResultProps) {
  const { editor, metadata } = useEditorParts();
  const { values, base } = editor;
  const expression = values.username_path;
  const requested = usesUserInfo(values, base, metadata.preview?.metadata) !== 'no';
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
    <Paper component={Stack} gap={8} withBorder bg="var(--surface)" px={12} py={8} fz={13}>
      <div role="status" aria-label="Result of the expression">
        {!result && <Text>Evaluating…</Text>}
        {result && 'problem' in result && <Text>{result.problem}.</Text>}
        {result && 'evaluation' in result && (
          <Sources evaluation={result.evaluation} requested={requested} {...sources} />
        )}
      </div>
      {login !== undefined && login !== checked && <UserCheck key={login} login={login} />}
    </Paper>
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

/** Evaluates an expression; undefined while that is in progress. */
function useEvaluation(
  expression: string,
  idToken: Claims | undefined,
  userInfo: Claims | undefined,
): EvaluationResult | undefined {
  const input = useMemo(() => ({ expression, idToken, userInfo }), [expression, idToken, userInfo]);
  const immediate = useMemo((): EvaluationResult | undefined => {
    if (!hasBoundedCost(expression)) return undefined;
    return { evaluation: evaluate(expression, idToken, userInfo) };
  }, [expression, idToken, userInfo]);
  const [done, setDone] = useState<{ input: object; result: EvaluationResult }>();
  const needsWorker = immediate === undefined;
  useEffect(() => {
    if (!needsWorker) return undefined;
    const controller = new AbortController();
    void evaluateInWorker(input, controller.signal).then((result) => {
      if (!controller.signal.aborted) setDone({ input, result });
    });
    return () => controller.abort();
  }, [needsWorker, input]);
  return immediate ?? (done?.input === input ? done.result : undefined);
}

/** Asks the service whether a user exists, only on request: the login comes from pasted claims. */
function UserCheck({ login }: { login: string }) {
  // The login isn't passed as a mutation variable, which the cache would keep.
  const check = useMutation({ mutationFn: () => userExists(login), gcTime: 0 });
  const absent = isNotOffered(check.error);
  return (
    <div>
      {check.data === undefined && !absent && (
        <Group>
          <ActionButton size="compact-sm" loading={check.isPending} onClick={() => check.mutate()}>
            Check whether this user exists
          </ActionButton>
          <Text c="dimmed">Sends only this username to the service.</Text>
        </Group>
      )}
      <Text role="status" aria-label="Result of the check">
        {check.data === true && '✓ A user with this login exists'}
        {check.data === false &&
          "✗ You can't see a user with this login. Without one, the sign-in is rejected."}
        {check.error && explainError(check.error)}
      </Text>
    </div>
  );
}

function explainError(error: Error): string {
  if (isNotOffered(error)) return error.message;
  if (isStatus(error, 403))
    return "You don't have permission to look up users (needs Users, roles and keys · view).";
  return `Couldn't check: ${sentenceOf(error)}`;
}

/**
 * Whether a user with this login exists and is visible to the caller. The login is sent in the body, to keep it out of
 * URLs.
 * @throws ApiError
 */
async function userExists(login: string): Promise<boolean> {
  const { body } = await call(usersEndpoints.lookUpUser, { body: { data: { login } } });
  return body.user_resource !== '';
}

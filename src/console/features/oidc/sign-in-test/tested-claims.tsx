import { Button, Stack, Text, Title } from '@mantine/core';
import type { SignInTest } from '../../../../contract/oidc/sign-in-tests.ts';
import { useEditorParts } from '../editor/editor-context.ts';
import { focusFieldAfterDialog } from '../editor/focus-field.ts';
import { ClaimList } from '../username/claim-list.tsx';
import { UsernameResult } from '../username/username-result.tsx';

/** The claims that the provider sent; each can become the username expression, whose result is shown. */
export function TestedClaims({ report, onUsed }: { report: SignInTest; onUsed(): void }) {
  const { editor, playground } = useEditorParts();
  const { id_token_claims: idToken, userinfo_claims: userInfo } = report;
  if (!idToken && !userInfo) return null;
  const rejected = report.steps.some(
    ({ name, verdict }) => name.startsWith('id_token_') && verdict === 'failed',
  );
  const text = (claims: object | null) => (claims ? JSON.stringify(claims, undefined, 2) : '');
  const documents = [
    ['ID token', idToken],
    ['UserInfo response', userInfo],
  ] as const;
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
      {documents.map(
        ([source, claims]) =>
          claims && (
            <Stack key={source} gap={8}>
              <Title order={3}>
                {source} claims{rejected && ' (unverified)'}
              </Title>
              {rejected && (
                <Text c="dimmed">
                  The ID token was rejected, so don't rely on these claims. They may show why.
                </Text>
              )}
              <ClaimList label={source} claims={claims} />
            </Stack>
          ),
      )}
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

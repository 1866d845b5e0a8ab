import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import type { AuthenticationResult } from '../../../../contract/access/authentication.ts';
import { download } from '../../../lib/download.ts';
import { count } from '../../../lib/text.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { useService } from '../../../data/service/use-service.ts';
import { Page } from '../../../ui/page.tsx';
import { AccessMatrix } from './access-matrix.tsx';
import { ApiKeys } from '../keys/api-keys.tsx';
import { toCsv, toJson } from '../../../data/access/access-files.ts';
import { accessRoleOf } from '../../../data/access/model.ts';
import { effectiveFeatures } from '../../../data/access/privileges.ts';
import { Name } from '../../../ui/name.tsx';

/** The signed-in user's effective access, as reported by the service. */
export function MyAccess() {
  const { user } = useSession();
  const { complete } = useService();
  const roles = user.roles.map(accessRoleOf);
  return (
    <Page title="My access" help="decisions#privileges">
      <SignedInAs user={user} />
      {roles.length === 0 ? (
        <Text size="md" maw="72ch">
          {complete && 'You only have access to your own API keys and jobs. '}Ask an administrator to assign
          you a role.
        </Text>
      ) : (
        <Stack gap="xs">
          <Exports user={user} />
          <AccessMatrix label="Effective access" who="me" features={effectiveFeatures(roles)} />
        </Stack>
      )}
      {user.user !== '' && <ApiKeys user={user.user} whose="your" mayChange />}
    </Page>
  );
}

function SignedInAs({ user: { login, group, roles } }: { user: AuthenticationResult }) {
  const roleCount = roles.length === 0 ? 'no roles' : count(roles.length, 'role');
  return (
    <Text size="md" maw="72ch">
      {login !== '' && (
        <>
          You are signed in as <Name as="strong">{login}</Name>
          {group.name !== '' && (
            <>
              {' '}
              in group <Name as="strong">{group.name}</Name>
            </>
          )}
          , with {roleCount}.
        </>
      )}
      {login === '' && `You have ${roleCount}. This service doesn't report who you're signed in as.`}
    </Text>
  );
}

function Exports({ user }: { user: AuthenticationResult }) {
  const name = `access-${user.login || 'mine'}`;
  return (
    <Group className="no-print">
      <Menu>
        <Menu.Target>
          <Button size="sm">Export access</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => download(`${name}.json`, 'application/json', toJson(user))}>
            As JSON
          </Menu.Item>
          <Menu.Item onClick={() => download(`${name}.csv`, 'text/csv', toCsv(user))}>As CSV</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button size="sm" onClick={() => window.print()}>
        Print access
      </Button>
    </Group>
  );
}

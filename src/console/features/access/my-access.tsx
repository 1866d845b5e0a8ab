import { Table, Text, Title } from '@mantine/core';
import { useSession } from '../../session/use-session.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Page } from '../../ui/page.tsx';

/** What the signed-in user may do, as the service tells it. */
export function MyAccess() {
  const { user } = useSession();
  return (
    <Page title="Access">
      <Text>
        You are signed in as <strong>{user.login}</strong> of the group {user.group.name}.
      </Text>
      {user.roles.length === 0 && (
        <Text>
          You have no role, so you may see and change nothing. Ask an administrator to give you one.
        </Text>
      )}
      {user.roles.map((role) => (
        <section key={role.role_resource} aria-label={`Role ${role.name}`}>
          <Title order={2}>{role.name}</Title>
          <Text className="muted">{role.description}</Text>
          <Text size="sm">
            Applies to{' '}
            {role.group_resources.map((path) => (
              <Copyable key={path} value={path} label="group path" />
            ))}{' '}
            and everything below.
          </Text>
          <Table maw={480}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Feature</Table.Th>
                <Table.Th>Privilege</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {role.features.map((feature) => (
                <Table.Tr key={feature.name}>
                  <Table.Td>
                    <code>{feature.name}</code>
                  </Table.Td>
                  <Table.Td>{words[feature.privilege] ?? feature.privilege}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </Page>
  );
}

const words: Record<string, string> = { rw: 'rw, read and write', ro: 'ro, read' };

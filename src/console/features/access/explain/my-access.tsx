import { Button, Group, Menu, Select, Stack, Text, TextInput } from '@mantine/core';
import { download } from '../../../lib/download.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { compareNames, count, msg } from '../../../lib/text.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { useService } from '../../../data/service/use-service.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { Page } from '../../../ui/page.tsx';
import { AccessMatrix } from './access-matrix.tsx';
import { ApiKeys } from '../keys/api-keys.tsx';
import { toCsv, toJson } from '../../../data/access/access-files.ts';
import { readAccess, type UserAccess } from '../../../data/access/model.ts';
import { effectiveFeatures, type EffectiveFeature } from '../../../data/access/privileges.ts';
import { CoveredGroupLinks, RoleLink } from '../record-links.tsx';
import { Name } from '../../../ui/name.tsx';
import { Section } from '../../../ui/section.tsx';
import { matches } from '../../../lib/matches.ts';

/** The signed-in user's effective access, as reported by the service. */
export function MyAccess() {
  const { user } = useSession();
  const { complete } = useService();
  const access = readAccess(user);
  if (!access) throw new Error('The session has no list of roles');
  return (
    <Page title="My access" help="decisions#privileges">
      <SignedInAs access={access} />
      {access.roles.length === 0 ? (
        <Text size="md" maw="72ch">
          You don't have a role{complete && ', so you only have access to your own API keys and jobs'}. Ask an
          administrator to assign you a role.
        </Text>
      ) : (
        <Roles access={access} />
      )}
      {access.user !== '' && <ApiKeys user={access.user} whose="your" mayChange />}
    </Page>
  );
}

function SignedInAs({ access }: { access: UserAccess }) {
  const { login, group, roles } = access;
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

const orders = [
  { value: 'default', label: 'Default order' },
  { value: 'feature', label: 'By name' },
  { value: 'privilege', label: 'Strongest first' },
] as const;
type Order = (typeof orders)[number]['value'];

function Roles({ access }: { access: UserAccess }) {
  const [filter, setFilter] = useState('');
  const [order, setOrder] = useState<Order>('default');
  const all = effectiveFeatures(access.roles);
  const visible = ordered(all, order).filter((row) => isFound(row, filter));
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Group justify="space-between" className="no-print">
          <Group wrap="nowrap" maw="100%">
            <TextInput
              aria-label="Filter features, roles and privileges"
              placeholder="Filter features and roles"
              value={filter}
              onChange={(event) => setFilter(event.currentTarget.value)}
            />
            <Select
              aria-label="Sort features"
              data={orders}
              value={order}
              allowDeselect={false}
              w={150}
              onChange={(value) => setOrder(orders.find((known) => known.value === value)?.value ?? order)}
            />
          </Group>
          <Exports access={access} />
        </Group>
        {visible.length === 0 ? (
          <Text c="dimmed">No features match this filter.</Text>
        ) : (
          <AccessMatrix label="Effective access" roles={access.roles} features={visible} />
        )}
      </Stack>
      <Missing features={all} />
      <RoleList access={access} />
    </Stack>
  );
}

function Exports({ access }: { access: UserAccess }) {
  const name = `access-${access.login || 'mine'}`;
  return (
    <Group>
      <Menu>
        <Menu.Target>
          <Button size="sm">Export access</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => download(`${name}.json`, 'application/json', toJson(access))}>
            As JSON
          </Menu.Item>
          <Menu.Item onClick={() => download(`${name}.csv`, 'text/csv', toCsv(access))}>As CSV</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button size="sm" onClick={() => window.print()}>
        Print access
      </Button>
    </Group>
  );
}

/** What no role grants, which is what people come here to find out. */
function Missing({ features }: { features: readonly EffectiveFeature[] }) {
  const none = features.filter((row) => row.privileges.length === 0);
  const read = features.filter((row) => row.privileges.join() === 'ro');
  return (
    <Section id="missing" title="Missing privileges">
      {none.length + read.length === 0 && <Text>You have full access to every feature.</Text>}
      {none.length > 0 && (
        <Text>
          No access to <FeatureLinks rows={none} privilege="ro" />.
        </Text>
      )}
      {read.length > 0 && (
        <Text>
          Read-only access to <FeatureLinks rows={read} privilege="rw" />.
        </Text>
      )}
    </Section>
  );
}

function FeatureLinks({ rows, privilege }: { rows: readonly EffectiveFeature[]; privilege: string }) {
  return rows.map(({ feature }, index) => (
    <span key={feature}>
      {index > 0 && (index === rows.length - 1 ? ' and ' : ', ')}
      <Link to="/access/can" search={{ feature, privilege }}>
        <code translate="no">{feature}</code>
      </Link>
    </span>
  ));
}

function RoleList({ access }: { access: UserAccess }) {
  return (
    <Section id="my-roles" title="Roles">
      <Stack gap="sm">
        {access.roles.map((role) => (
          <div key={role.path}>
            <Group>
              <Text fw={600}>
                <RoleLink path={role.path} name={role.name} />
              </Text>
              {role.path !== '' && <Copyable value={role.path} label={msg`path of the role ${role.name}`} />}
            </Group>
            {role.description !== '' && <Text className="wrap">{role.description}</Text>}
            <Text c="dimmed">
              Applies to <CoveredGroupLinks role={role} />.
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}

function isFound({ feature, privileges, sources }: EffectiveFeature, filter: string): boolean {
  return matches(filter, feature, ...privileges, ...sources.map((source) => source.role.name));
}

function ordered(features: readonly EffectiveFeature[], order: Order): EffectiveFeature[] {
  if (order === 'feature') return features.toSorted((a, b) => compareNames(a.feature, b.feature));
  if (order === 'default') return [...features];
  const rank = ({ privileges: [first] }: EffectiveFeature) =>
    first === undefined ? 0 : first === 'rw' ? 3 : first === 'ro' ? 1 : 2;
  return features.toSorted((a, b) => rank(b) - rank(a));
}

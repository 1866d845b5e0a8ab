import { Input, Select, Table, Text } from '@mantine/core';
import { featureMeanings, features, privileges } from '../../../../contract/access/privileges.ts';
import { useSession } from '../../../data/session/use-session.ts';
import classes from '../access.module.css';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { readAccess } from '../../../data/access/model.ts';
import { explain } from '../../../data/access/privileges.ts';
import type { RoleCreate } from '../../../../contract/access/roles.ts';
import { privilegeDescription } from '../feature-meanings.ts';
import { msg } from '../../../lib/text.ts';

type Grants = RoleCreate['features'];

interface FeaturesFieldProps {
  value: Grants;
  /** Paths of the groups that the role applies to. */
  groups: readonly string[];
  error: string | undefined;
  onChange(grants: Grants): void;
}

/** Selects the privilege on every feature. Those that the user doesn't hold on all the groups are disabled. */
export function FeaturesField({ value: grants, groups, error, onChange }: FeaturesFieldProps) {
  const { user } = useSession();
  const directory = useGroupDirectory();
  const mine = readAccess(user)?.roles ?? [];
  const notHeld = (feature: string, privilege: string) =>
    groups.find((path) => explain(mine, { feature, privilege }, directory.chainOf(path)).granted === 'no');
  const grantOf = (feature: string) => grants.find(({ name }) => name === feature)?.privilege;
  const set = (feature: Grants[number]['name'], choice: string | null) => {
    const privilege = privileges.find((known) => known === choice);
    const rest = grants.filter(({ name }) => name !== feature);
    onChange(privilege ? [...rest, { name: feature, privilege }] : rest);
  };
  return (
    <Input.Wrapper labelElement="div" label="Grants" error={error}>
      <Table className={`${classes.matrix} ${classes.grants}`}>
        <Table.Tbody>
          {features.map((feature) => {
            const missing = notHeld(feature, 'ro');
            const readOnly = missing === undefined ? notHeld(feature, 'rw') : undefined;
            return (
              <Table.Tr key={feature}>
                <Table.Td>
                  <code translate="no">{feature}</code>
                  <Text size="xs" c="dimmed">
                    {missing !== undefined
                      ? msg`You don't have this on ${directory.nameOf(missing)}`
                      : readOnly !== undefined
                        ? msg`You only have ro on ${directory.nameOf(readOnly)}`
                        : featureMeanings.get(feature)}
                  </Text>
                </Table.Td>
                <Table.Td className={classes.choice}>
                  <Select
                    aria-label={`Privilege on ${feature}`}
                    allowDeselect={false}
                    value={grantOf(feature) ?? ''}
                    disabled={missing !== undefined && grantOf(feature) === undefined}
                    data={[
                      { value: '', label: 'Not granted' },
                      ...privileges.map((privilege) => ({
                        value: privilege,
                        label: `${privilege}, ${privilegeDescription(privilege)}`,
                        disabled: notHeld(feature, privilege) !== undefined,
                      })),
                    ]}
                    onChange={(choice) => set(feature, choice)}
                  />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Input.Wrapper>
  );
}

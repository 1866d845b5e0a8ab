import { Table, Text } from '@mantine/core';
import classes from '../access.module.css';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import type { AccessRole } from '../../../data/access/model.ts';
import { strongest, type EffectiveFeature } from '../../../data/access/privileges.ts';
import { Privilege } from '../privilege.tsx';
import { featureMeanings } from '../../../../contract/access/privileges.ts';
import { coveredGroupsText } from '../feature-meanings.ts';
import { Name } from '../../../ui/name.tsx';
import { msg } from '../../../lib/text.ts';

interface AccessMatrixProps {
  /** The table's label for screen readers: "Effective access of tenant". */
  label: string;
  roles: readonly AccessRole[];
  features: readonly EffectiveFeature[];
}

/** Features by role: what each role grants, the effective privilege, and which grants it comes from. */
export function AccessMatrix({ label, roles, features }: AccessMatrixProps) {
  const groups = useGroupDirectory();
  // For a single role, its column would repeat the effective privilege.
  const columns = roles.length > 1 ? roles : [];
  return (
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <Table verticalSpacing={6} className={`${classes.matrix} ${classes.cards}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Feature</Table.Th>
            <Table.Th scope="col">Effective</Table.Th>
            {columns.map((role) => (
              <Table.Th key={role.path} scope="col" className={classes.role}>
                <span className={`clamped ${classes.roleName}`} title={role.name} translate="no">
                  {role.name}
                </span>
              </Table.Th>
            ))}
            <Table.Th scope="col">Granted by</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {features.map(({ feature, privileges, sources }) => (
            <Table.Tr key={feature}>
              <Table.Th scope="row">
                <code translate="no">{feature}</code>
                {featureMeanings.get(feature) && (
                  <Text size="xs" c="dimmed">
                    {featureMeanings.get(feature)}
                  </Text>
                )}
              </Table.Th>
              <Table.Td>
                <Privilege of={privileges} />
              </Table.Td>
              {columns.map((role) => (
                <Table.Td key={role.path} className={classes.ofRole}>
                  <Privilege
                    of={strongest(
                      sources.flatMap((source) => (source.role === role ? source.privilege : [])),
                    )}
                  />
                </Table.Td>
              ))}
              <Table.Td className={classes.from}>
                {sources.map(({ role, privilege }) => (
                  <div
                    key={`${role.path} ${privilege}`}
                    className="clamped"
                    title={msg`${privilege} via ${role.name} on ${coveredGroupsText(role, groups)}`}
                  >
                    <code translate="no">{privilege}</code> via <Name>{role.name}</Name> on{' '}
                    {coveredGroupsText(role, groups)}
                  </div>
                ))}
                {sources.length === 0 && <span className="muted">No role grants this</span>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

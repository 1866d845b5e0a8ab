import { Table, Text } from '@mantine/core';
import classes from '../access.module.css';
import { useGroupDirectory } from '../group-directory.ts';
import type { AccessRole } from '../model.ts';
import { strongest, type EffectiveFeature } from '../privileges.ts';
import { Privilege } from '../privilege.tsx';
import { featureMeanings, reachInWords } from '../feature-meanings.ts';
import { Name } from '../../../ui/name.tsx';
import { isolate } from '../../../lib/text.ts';

/** What the rows are in the order of. */
export type MatrixOrder = 'document' | 'feature' | 'privilege';

interface AccessMatrixProps {
  /** What the table is about, for screen readers: "What tenant may do". */
  label: string;
  roles: readonly AccessRole[];
  features: readonly EffectiveFeature[];
}

/** Features down, roles across: what each role grants, what that comes to, and where it comes from. */
export function AccessMatrix({ label, roles, features }: AccessMatrixProps) {
  const groups = useGroupDirectory();
  // Of one role the column would say what the effective privilege says.
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
                <span className={`clamped ${classes.roleName}`} title={role.name}>
                  {role.name}
                </span>
              </Table.Th>
            ))}
            <Table.Th scope="col">Comes from</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {features.map(({ feature, privileges, sources }) => (
            <Table.Tr key={feature}>
              <Table.Th scope="row">
                <code>{feature}</code>
                {featureMeanings.get(feature) && (
                  <Text size="xs" className="muted">
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
                      sources.filter((source) => source.role === role).map((source) => source.privilege),
                    )}
                  />
                </Table.Td>
              ))}
              <Table.Td className={classes.from}>
                {sources.map(({ role, privilege }) => (
                  <div
                    key={`${role.path} ${privilege}`}
                    className="clamped"
                    title={`${privilege} ← role ${isolate(role.name)} ← ${reachInWords(role, groups)}`}
                  >
                    <code>{privilege}</code> ← role <Name>{role.name}</Name> ← {reachInWords(role, groups)}
                  </div>
                ))}
                {sources.length === 0 && <span className="muted">No role grants it</span>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

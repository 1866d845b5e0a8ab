import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import classes from '../access.module.css';
import { useService } from '../../../data/service/use-service.ts';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import type { EffectiveFeature } from '../../../data/access/privileges.ts';
import { FeatureName, PrivilegeChip, Privileges } from '../../../data/access/privilege-chips.tsx';
import { coveredGroupsText, RoleLink } from '../record-links.tsx';
import { msg } from '../../../lib/text.ts';
import { TableHead } from '../../../ui/item-list/table-head.tsx';

interface AccessMatrixProps {
  /** The table's label for screen readers: "Effective access of tenant". */
  label: string;
  /** Whose it is. */
  who: string;
  features: readonly EffectiveFeature[];
}

/** Features: the effective privilege, and which grants it comes from. */
export function AccessMatrix({ label, who, features }: AccessMatrixProps) {
  const groups = useGroupDirectory();
  const { complete } = useService();
  return (
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <Table verticalSpacing={6} className={`${classes.matrix} ${classes.cards}`}>
        <TableHead columns={['Feature', 'Effective', 'Granted by']} />
        <Table.Tbody>
          {features.map(({ feature, privileges, sources }) => (
            <Table.Tr key={feature}>
              <Table.Th scope="row">
                <FeatureName name={feature} />
              </Table.Th>
              <Table.Td>
                <Privileges of={privileges} />
              </Table.Td>
              <Table.Td className={classes.from}>
                {sources.map(({ role, privilege }) => (
                  <div
                    key={`${role.path} ${privilege}`}
                    className="clamped"
                    title={msg`${role.name} on ${coveredGroupsText(role, groups)}`}
                  >
                    <RoleLink path={role.path} name={role.name} /> on {coveredGroupsText(role, groups)}{' '}
                    {sources.length > 1 && <PrivilegeChip privilege={privilege} />}
                  </div>
                ))}
                {sources.length === 0 && complete && (
                  <Link to="/access/can" search={{ who, feature, privilege: 'ro' }}>
                    What would allow this?
                  </Link>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

import { ActionIcon, Anchor, Menu, Table, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { ChevronDownIcon, ChevronUpIcon, MoreIcon } from '../../../ui/icons.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Sort, SortKey } from './filter.ts';
import { healthOf, type MetadataFetch } from '../../../data/oidc/health.ts';
import { MetadataHealth } from './metadata-health.tsx';
import classes from './providers-page.module.css';
import { isolate } from '../../../lib/text.ts';

interface ProvidersTableProps {
  ops: readonly OidcOp[];
  sort: Sort;
  /** The metadata fetched so far, by URL. */
  fetches: ReadonlyMap<string, MetadataFetch>;
  canEdit: boolean;
  onSort(sort: string): void;
  onDelete(op: OidcOp): void;
}

/** The providers as a table; as cards on a phone. */
export function ProvidersTable({ ops, sort, fetches, canEdit, onSort, onDelete }: ProvidersTableProps) {
  const header = (key: SortKey, label: string) => (
    <SortHeader key={key} column={key} label={label} sort={sort} onSort={onSort} />
  );
  return (
    <div className={classes.scroll}>
      <Table className={classes.table} verticalSpacing={6} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {header('name', 'Name')}
            {header('issuer', 'Issuer')}
            {header('client_id', 'Client ID')}
            <Table.Th>Scope</Table.Th>
            <Table.Th>Username</Table.Th>
            <Table.Th>Sign-out</Table.Th>
            {header('updated_at', 'Updated')}
            <Table.Th>Metadata</Table.Th>
            <Table.Th>
              <span className="visually-hidden">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {ops.map((op) => (
            <Table.Tr key={op.id}>
              <Table.Td className={classes.name}>
                <Anchor component={Link} to={`/oidc/${op.id}`} dir="auto" title={op.name} className="clamped">
                  {op.name}
                </Anchor>
              </Table.Td>
              <LongCell label="Issuer" className={classes.address} as="code" text={op.issuer} />
              <LongCell label="Client ID" className={classes.word} as="code" text={op.client_id} />
              <LongCell label="Scope" className={classes.word} as="span" text={op.scope} />
              <LongCell label="Username" className={classes.expression} as="code" text={op.username_path} />
              <Table.Td data-label="Sign-out">
                {op.logout_method === 'local' ? 'Offered' : 'Not offered'}
              </Table.Td>
              <Table.Td data-label="Updated" className={classes.time}>
                {Number.isNaN(Date.parse(op.updated_at)) ? (
                  op.updated_at
                ) : (
                  <RelativeTime at={new Date(op.updated_at)} />
                )}
              </Table.Td>
              <Table.Td data-label="Metadata" className={classes.state}>
                <MetadataHealth health={healthOf(op, fetches.get(op.metadata_url ?? ''))} />
              </Table.Td>
              <Table.Td className={classes.actions}>
                {canEdit && <RowMenu op={op} onDelete={onDelete} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface SortHeaderProps {
  column: SortKey;
  label: string;
  sort: Sort;
  onSort(sort: string): void;
}

function SortHeader({ column, label, sort, onSort }: SortHeaderProps) {
  const active = sort.key === column;
  return (
    <Table.Th aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : 'none'}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => onSort(active && !sort.descending ? `-${column}` : column)}
      >
        {label}
        {active && (sort.descending ? <ChevronDownIcon /> : <ChevronUpIcon />)}
      </UnstyledButton>
    </Table.Th>
  );
}

function RowMenu({ op, onDelete }: { op: OidcOp; onDelete(op: OidcOp): void }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Actions for ${isolate(op.name)}`}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item renderRoot={(props) => <Link to={`/oidc/${op.id}`} {...props} />}>Edit</Menu.Item>
        <Menu.Item renderRoot={(props) => <Link to="/oidc/new" search={{ from: op.id }} {...props} />}>
          Duplicate
        </Menu.Item>
        <Menu.Item c="var(--danger)" onClick={() => onDelete(op)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface LongCellProps {
  label: string;
  className: string | undefined;
  as: 'code' | 'span';
  text: string;
}

function LongCell({ label, className, as: Element, text }: LongCellProps) {
  return (
    <Table.Td data-label={label} className={className}>
      <Element className={`clamped ${classes.long}`} title={text}>
        {text}
      </Element>
    </Table.Td>
  );
}

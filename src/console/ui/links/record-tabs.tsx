import { Box } from '@mantine/core';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import classes from '../page-tabs.module.css';

interface RecordTab<Id extends string> {
  id: Id;
  label: string;
  /** How much there is, if that's known: "3", "1,000+"; nothing isn't shown. */
  count?: string | undefined;
}

/**
 * The parts of a record's page.
 * @returns the tab that the address names, else the first one; and links to all of them
 */
export function useRecordTabs<Id extends string>(tabs: readonly RecordTab<Id>[]) {
  const { tab }: { tab?: string } = useSearch({ strict: false });
  const open = (tabs.find(({ id }) => id === tab) ?? tabs[0])?.id;
  return [open, <RecordTabs key="tabs" tabs={tabs} open={open} />] as const;
}

function RecordTabs({ tabs, open }: { tabs: readonly RecordTab<string>[]; open: string | undefined }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Parts of this record" className={`${classes.tabs} ${classes.ofRecord}`}>
      {tabs.map(({ id, label, count }, index) => (
        <Link
          key={id}
          to={pathname}
          search={(old: object) => ({ ...old, tab: index === 0 ? undefined : id })}
          state
          resetScroll={false}
          activeOptions={{ explicitUndefined: true }}
          aria-current={id === open ? 'page' : undefined}
          className={classes.tab}
          data-label={label}
        >
          {label}
          {count !== undefined && count !== '0' && (
            <Box component="span" c="dimmed" fw={400}>
              {' '}
              {count}
            </Box>
          )}
        </Link>
      ))}
    </nav>
  );
}

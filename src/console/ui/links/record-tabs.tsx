import { Box } from '@mantine/core';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import classes from '../page-tabs.module.css';

export interface RecordTab<Id extends string> {
  id: Id;
  label: string;
  /** How much there is, if that's known: "3", "1,000+". */
  count?: string | undefined;
}

/** The tab that the address names, else the first one. */
export function useRecordTab<Id extends string>(tabs: readonly RecordTab<Id>[]): Id | undefined {
  const { tab }: { tab?: string } = useSearch({ strict: false });
  return (tabs.find(({ id }) => id === tab) ?? tabs[0])?.id;
}

/** Links to the parts of a record's page. The first one is open unless the address names another. */
export function RecordTabs<Id extends string>({ tabs }: { tabs: readonly RecordTab<Id>[] }) {
  const { pathname } = useLocation();
  const open = useRecordTab(tabs);
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
          {count !== undefined && (
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

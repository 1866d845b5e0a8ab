import { Link, useRouterState, useParams } from '@tanstack/react-router';
import { useRecordName } from '../../ui/use-title.ts';
import { parentPage } from './parent-page.ts';
import classes from './shell.module.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pathTo } from '../../data/groups/model.ts';
import { treeQuery } from '../../data/groups/queries.ts';
import { useGoToGroup } from '../../data/groups/use-go-to-group.ts';

/** The path to the current page and the record it shows. */
export function Breadcrumbs() {
  const name = useRecordName();
  const pages = useRouterState({
    select: (state) =>
      state.matches
        .filter(({ staticData }) => staticData.title !== undefined)
        .flatMap(({ staticData: { title }, pathname }) => {
          const parent = parentPage(pathname);
          const page = { title, to: pathname, showsRecord: parent?.showsRecord ?? false };
          return parent ? [{ ...parent, showsRecord: false }, page] : [page];
        }),
    structuralSharing: true,
  });
  if (pages.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs" className={classes.crumbs}>
      <ol>
        {pages.map(({ title, to, showsRecord }, index) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              translate={showsRecord && name ? 'no' : undefined}
              search={(old) => (index === pages.length - 1 ? old : {})}
            >
              {(showsRecord && name) || title}
            </Link>
          </li>
        ))}
        <GroupBreadcrumbs />
      </ol>
    </nav>
  );
}

const maxVisible = 5;

/** The breadcrumbs of the selected group; only the end of a deep path. */
function GroupBreadcrumbs() {
  const queryClient = useQueryClient();
  const { groupId } = useParams({ strict: false });
  // Only reads the cache: the page loads the groups.
  const { data } = useQuery({ ...treeQuery(queryClient), enabled: false });
  const goTo = useGoToGroup();
  if (!data || groupId === undefined) return null;
  const path = pathTo(data.model, Number(groupId));
  const visible = path.slice(-maxVisible);
  return (
    <>
      {visible.length < path.length && (
        <li>
          <span aria-label={`${path.length - visible.length} groups above`}>…</span>
        </li>
      )}
      {visible.map((id, index) => (
        <li key={id}>
          <button
            type="button"
            translate="no"
            aria-current={index === visible.length - 1 ? 'page' : undefined}
            title={data.model.get(id)?.name}
            onClick={() => goTo(id)}
          >
            {data.model.get(id)?.name}
          </button>
        </li>
      ))}
    </>
  );
}

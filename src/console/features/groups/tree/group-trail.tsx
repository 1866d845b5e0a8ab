import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { pathTo } from '../model.ts';
import { treeQuery } from '../queries.ts';
import { useGoToGroup } from '../use-go-to-group.ts';

const shownMost = 5;

/** The way to the selected group, as items of the breadcrumbs; of a deep one its end. */
export function GroupTrail() {
  const queryClient = useQueryClient();
  const { groupId } = useParams({ strict: false });
  // The page loads the groups; here they are only read.
  const { data } = useQuery({ ...treeQuery(queryClient), enabled: false });
  const goTo = useGoToGroup();
  if (!data || groupId === undefined) return null;
  const path = pathTo(data.model, Number(groupId));
  const shown = path.slice(-shownMost);
  return (
    <>
      {shown.length < path.length && (
        <li>
          <span aria-label={`${path.length - shown.length} groups above`}>…</span>
        </li>
      )}
      {shown.map((id, index) => (
        <li key={id}>
          <button
            type="button"
            aria-current={index === shown.length - 1 ? 'page' : undefined}
            title={data.model.groups.get(id)?.name}
            onClick={() => goTo(id)}
          >
            {data.model.groups.get(id)?.name}
          </button>
        </li>
      ))}
    </>
  );
}

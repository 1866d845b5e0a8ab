import { useQuery } from '@tanstack/react-query';
import { pathTo } from './model.ts';
import { treeQuery } from './queries.ts';
import { useGoToGroup } from './use-go-to-group.ts';
import { useTreeAddress } from './use-tree-address.ts';

const maxVisible = 5;

/** The selected group and those above it, as items of a list; only the end of a deep path. */
export function GroupBreadcrumbs() {
  const { selected } = useTreeAddress();
  // Only reads the cache: the page loads the groups.
  const { data } = useQuery({ ...treeQuery, enabled: false });
  const goTo = useGoToGroup();
  if (!data || selected === undefined) return null;
  const path = pathTo(data.model, selected);
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

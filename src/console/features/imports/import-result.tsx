import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { DeleteGroups } from '../../data/groups/delete-groups.tsx';
import { defaultExpansion, withPathOpen } from '../../data/groups/expansion.ts';
import type { GroupModel } from '../../data/groups/model.ts';
import { treeQuery } from '../../data/groups/queries.ts';
import { useGoToGroup } from '../../data/groups/use-go-to-group.ts';
import { useGroupRights } from '../../data/groups/use-group-rights.ts';
import { notify } from '../../data/notifications/notify.ts';
import { count, formatNumber } from '../../lib/text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { importedGroups, type ImportRow, type KnownGroups } from './place-rows.ts';
import { deletableOf } from './preview-tree.ts';
import { queryClient } from '../../query-client.ts';

interface Deletable extends ReturnType<typeof deletableOf> {
  model: GroupModel;
}

/** So many groups are opened in the tree. */
const maxShown = 300;

interface ImportResultProps {
  rows: readonly ImportRow[];
  known: KnownGroups | undefined;
  onMore(): void;
}

/** What an import has created, and what can be done with it. */
export function ImportResult({ rows, known, onMore }: ImportResultProps) {
  return (
    <>
      <Group wrap="nowrap" mb={12}>
        <CheckIcon color="var(--accent)" style={{ flex: 'none' }} />
        <Text size="md" role="status" fw={600}>
          {count(rows.length, 'group')} imported
        </Text>
      </Group>
      <Group>
        {known && <CreatedActions rows={rows} known={known} />}
        <Button size="sm" onClick={onMore}>
          Import more
        </Button>
      </Group>
    </>
  );
}

function CreatedActions({ rows, known }: { rows: readonly ImportRow[]; known: KnownGroups }) {
  const { model } = known;
  const goTo = useGoToGroup();
  const rights = useGroupRights(model);
  const [checking, setChecking] = useState(false);
  const [deleting, setDeleting] = useState<Deletable>();
  const groups = importedGroups(rows, known);
  const [first] = groups;
  const show = () => {
    const expansion = groups
      .slice(0, maxShown)
      .reduce((open, { id }) => withPathOpen(open, model, id), defaultExpansion(model));
    if (first) goTo(first.id, expansion);
  };
  const check = async () => {
    setChecking(true);
    try {
      // Others may have created groups below them.
      const tree = await queryClient.fetchQuery({ ...treeQuery, staleTime: 0 });
      const now = { ...known, model: tree.model };
      setDeleting({ ...deletableOf(tree.model, importedGroups(rows, now)), model: tree.model });
    } catch (error) {
      notify.error("Couldn't load groups", error);
    } finally {
      setChecking(false);
    }
  };
  return (
    <>
      <ActionButton variant="filled" size="sm" disabled={!first} onClick={show}>
        Show in tree
      </ActionButton>
      <ActionButton size="sm" c="var(--danger)" loading={checking} onClick={() => void check()}>
        Delete what was imported
      </ActionButton>
      {first && groups.length < rows.length && (
        <Text c="dimmed">{`${formatNumber(groups.length)} of them are in the tree as imported.`}</Text>
      )}
      {deleting?.groups.length === 0 && (
        <Text role="status" c="dimmed">
          Nothing to delete: what was imported isn't in the tree, or was changed.
        </Text>
      )}
      {deleting && deleting.groups.length > 0 && (
        <DeleteGroups
          items={deleting.groups}
          select={() => undefined}
          model={deleting.model}
          complete
          mayDelete={rights.mayDelete}
          exclusionOf={(id) => (deleting.mixed.has(id) ? "Contains groups that weren't imported" : undefined)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}

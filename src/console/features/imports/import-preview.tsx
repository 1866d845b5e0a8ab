import { Box, Center, Group, Switch, Text, Paper, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { withOpen, type Expansion } from '../../data/groups/expansion.ts';
import { visibleRows } from '../../data/groups/rows.ts';
import { count, formatNumber, msg } from '../../lib/text.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { AlertIcon, PlusIcon } from '../../ui/icons.tsx';
import { Name } from '../../ui/name.tsx';
import { Section } from '../../ui/section.tsx';
import { TreeView } from '../../ui/tree-view/tree-view.tsx';
import classes from './imports.module.css';
import type { ParsedImport } from './parse-import.ts';
import type { ImportRow, KnownGroups } from './place-rows.ts';
import { previewTree, type PreviewTree } from './preview-tree.ts';

interface ImportPreviewProps {
  parsed: ParsedImport;
  known: KnownGroups | undefined;
}

/** What an import would add to the tree, with the problems of its lines. */
export function ImportPreview({ parsed, known }: ImportPreviewProps) {
  const { format, rows, problem } = parsed;
  if (problem !== undefined) return <ErrorView title="This can't be imported" detail={[problem]} />;
  if (rows.length === 0) return null;
  const invalid = rows.filter((row) => row.problems.length > 0).length;
  return (
    <Section id="preview" title="2. Preview" mb={8}>
      <Text role="status" fw={600} mb={4}>
        {invalid > 0
          ? `${formatNumber(invalid)} of ${count(rows.length, 'line')} can't be imported`
          : `${count(rows.length, 'group')} (${format})`}
      </Text>
      <ChangedTree rows={rows} known={known} />
    </Section>
  );
}

interface ShownTree {
  of: PreviewTree;
  selected: number | undefined;
  expansion: Expansion;
}

function ChangedTree({ rows, known }: { rows: readonly ImportRow[]; known: KnownGroups | undefined }) {
  const tree = useMemo(() => previewTree(rows, known), [rows, known]);
  const { model, problems } = tree;
  const [showsAll, setShowsAll] = useState(false);
  // The IDs are another tree's after each edit.
  const [changed, setShown] = useState<ShownTree>();
  const initial = useMemo(() => {
    const [selected] = tree.problems.hits;
    return { of: tree, selected, expansion: { all: true, ids: new Set<number>() } };
  }, [tree]);
  const shown = changed?.of === tree ? changed : initial;
  const { selected, expansion } = shown;
  const isFiltered = problems.hitCount > 0 && !showsAll;
  const visible = useMemo(
    () => visibleRows(model, expansion, isFiltered ? problems : undefined),
    [model, expansion, problems, isFiltered],
  );
  const row = selected === undefined ? undefined : tree.rows.get(selected);
  return (
    <>
      {problems.hitCount > 0 && problems.hitCount < rows.length && (
        <Switch
          label="Show lines without problems"
          mb={8}
          checked={showsAll}
          onChange={(event) => setShowsAll(event.currentTarget.checked)}
        />
      )}
      <Paper component={Stack} gap={0} mah={400} p={4} withBorder>
        <TreeView
          label="Changes to the tree"
          rows={visible}
          complete
          selected={selected}
          textOf={(id) => model.get(id)?.name ?? ''}
          onSelect={(id) => setShown({ ...shown, selected: id })}
          onOpenChange={(ids, open) => setShown({ ...shown, expansion: withOpen(expansion, ids, open) })}
          renderRow={({ id }) => (
            <PreviewRow
              name={model.get(id)?.name ?? ''}
              row={tree.rows.get(id)}
              isMissing={known?.fromTop === true && tree.missing.has(id)}
            />
          )}
        />
      </Paper>
      {row && <SelectedLine row={row} />}
    </>
  );
}

interface PreviewRowProps {
  name: string;
  /** Undefined for a group above those that are imported. */
  row: ImportRow | undefined;
  isMissing: boolean;
}

function PreviewRow({ name, row, isMissing }: PreviewRowProps) {
  const problem = row?.problems.join('; ') ?? '';
  return (
    <>
      {row && (
        <Center component="span" flex="none" c={problem === '' ? 'var(--accent)' : 'var(--danger)'}>
          {problem === '' ? <PlusIcon width={14} height={14} /> : <AlertIcon width={14} height={14} />}
          <span className="visually-hidden">{problem === '' ? 'New' : 'Problem'}</span>
        </Center>
      )}
      <span className={classes.name} data-new={row !== undefined || undefined} title={name}>
        {name === '' ? '(no name)' : <Name>{name}</Name>}
      </span>
      {isMissing && <span className={classes.problem}>doesn't exist</span>}
      {problem !== '' && (
        <span className={classes.problem} title={problem}>
          {problem}
        </span>
      )}
      {row && (
        <Box component="span" flex="none" ms="auto" c="dimmed" fz={12}>
          line {formatNumber(row.line)}
        </Box>
      )}
    </>
  );
}

/** Everything about one line, whose row may be too narrow for it. */
function SelectedLine({ row: { line, name, place = [], group, problems } }: { row: ImportRow }) {
  const where = place.length === 0 ? 'at the top' : msg`in ${place.join(' › ')}`;
  return (
    <Box component="section" aria-label="Selected line" mt={8}>
      <Text className="wrap">
        {msg`Line ${formatNumber(line)}: ${name === '' ? '(no name)' : name}, ${where}`}
      </Text>
      {group && group.description !== '' && (
        <Text c="dimmed" className="wrap" translate="no">
          {group.description}
        </Text>
      )}
      {problems.map((problem) => (
        <Group key={problem} gap={6} wrap="nowrap" align="flex-start" c="var(--danger)">
          <AlertIcon style={{ flex: 'none', marginTop: 2 }} />
          <Text className="wrap">{problem}</Text>
        </Group>
      ))}
    </Box>
  );
}

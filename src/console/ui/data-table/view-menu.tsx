import { Button, Menu, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { csvCell, csvHeader, shownColumns, useToggledColumns } from './columns.ts';
import { writeCsv } from '../../lib/csv.ts';
import { download } from '../../lib/download.ts';
import { isVisible, msg } from '../../lib/text.ts';
import { CheckIcon, ChevronDownIcon } from '../icons.tsx';
import type { Column } from './columns.ts';
import { sortedBy, type ChangeListState, type ListState, directionOf } from './list-state.ts';
import { isShown, useSavedViews } from './saved-views.ts';
import type { DataTableProps } from './table-props.ts';
import { useLatest } from './use-latest.ts';
import { Dialog } from '../dialog/dialog.tsx';

interface ViewMenuProps<Item> extends Pick<
  DataTableProps<Item>,
  'id' | 'label' | 'columns' | 'exports' | 'prepareExport' | 'onExportError'
> {
  state: ListState;
  /** Undefined if only the columns can be chosen. */
  onState: ChangeListState | undefined;
  cards: boolean;
  /** The columns that there's space for. */
  fitting: readonly Column<Item>[];
  /** Loads what is exported. */
  load(): Promise<readonly Item[]>;
  /** What is exported, as text: "12 users". */
  exported: string;
}

/** A table's saved views, which columns it shows, its order where it has no column headers, and its export. */
export function ViewMenu<Item>(props: ViewMenuProps<Item>) {
  const { id: table, label, columns, state, onState, cards, fitting, load, exported } = props;
  const [saving, setSaving] = useState(false);
  const { views, save, remove } = useSavedViews(table);
  const [toggled, setToggled] = useToggledColumns(table);
  const shown = shownColumns(columns, toggled);
  const lacksSpace = (column: string) => isIn(shown, column) && !isIn(fitting, column);
  const current = views.find((view) => isShown(view, state, toggled));
  const latestShown = useLatest(() => shown);
  const exportCsv = async () => {
    const items = await load();
    await props.prepareExport?.(items);
    const written = latestShown().filter(({ screenOnly }) => !screenOnly);
    const lines = items.map((item) => written.map((column) => csvCell(column, item)));
    const text = writeCsv([written.map((column) => csvHeader(column)), ...lines]);
    download(`${label.toLowerCase().replaceAll(' ', '-')}.csv`, 'text/csv', text);
  };
  const { sort } = state;
  const sortable = columns.filter((column) => column.sort);
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button rightSection={<ChevronDownIcon />}>View</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {onState && (
            <>
              <Menu.Label>Saved views</Menu.Label>
              {views.map((view) => (
                <Menu.Item
                  key={view.name}
                  translate="no"
                  aria-current={view === current || undefined}
                  rightSection={view === current && <CheckIcon />}
                  onClick={() => {
                    setToggled(view.columns);
                    onState(() => view.state);
                  }}
                >
                  {view.name}
                </Menu.Item>
              ))}
              {current ? (
                <Menu.Item c="var(--danger)" onClick={() => remove(current.name)}>
                  {msg`Delete ${current.name}`}
                </Menu.Item>
              ) : (
                <Menu.Item onClick={() => setSaving(true)}>Save view…</Menu.Item>
              )}
              <Menu.Divider />
            </>
          )}
          {onState && (cards ? sortable.length > 0 : sortable.some(({ id }) => lacksSpace(id))) && (
            <>
              <Menu.Label>Sort by</Menu.Label>
              <Menu.RadioGroup value={sort?.replace(/^-/, '') ?? null}>
                {sortable.map(({ id, header }) => (
                  <Menu.RadioItem
                    key={id}
                    value={id}
                    // Also called for the current one, unlike the group's `onChange`.
                    onClick={() => onState((latest) => sortedBy(latest, id))}
                  >
                    {header}
                    {directionOf(sort, id) === 'descending' && ' (descending)'}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              <Menu.Divider />
            </>
          )}
          <Menu.Label>Columns</Menu.Label>
          {columns.slice(1).map(({ id, header }) => (
            <Menu.CheckboxItem
              key={id}
              checked={isIn(shown, id)}
              onChange={() =>
                setToggled(toggled.includes(id) ? toggled.filter((each) => each !== id) : [...toggled, id])
              }
            >
              {header}
              {lacksSpace(id) && ' (no space)'}
            </Menu.CheckboxItem>
          ))}
          <Menu.Divider />
          {props.exports?.map(({ label: format, run }) => (
            <Menu.Item key={format} onClick={run}>
              Export {exported} as {format}
            </Menu.Item>
          )) ?? (
            <Menu.Item onClick={() => void exportCsv().catch(props.onExportError)}>
              Export {exported} as CSV
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {saving && (
        <SaveView
          taken={views.map(({ name }) => name)}
          onSave={(name) => {
            save({ name, state, columns: toggled });
            setSaving(false);
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

const isIn = (columns: readonly Column<never>[], id: string) => columns.some((column) => column.id === id);

interface SaveViewProps {
  /** The names of the saved views. */
  taken: readonly string[];
  onSave(name: string): void;
  onClose(): void;
}

const maxName = 60;

/** Asks for a view's name. */
function SaveView({ taken, onSave, onClose }: SaveViewProps) {
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const trimmed = name.trim();
  return (
    <Dialog title="Save view" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isVisible(trimmed)) setMissing(true);
          else onSave(trimmed);
        }}
      >
        <Stack>
          <Text>Saves the search, filters, order and columns in this browser.</Text>
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={maxName}
            value={name}
            error={missing && !isVisible(trimmed) ? 'Name is required' : undefined}
            description={taken.includes(trimmed) ? 'Replaces the view with this name.' : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group gap="md" justify="flex-end">
            <Button size="sm" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="filled" size="sm" type="submit">
              Save view
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

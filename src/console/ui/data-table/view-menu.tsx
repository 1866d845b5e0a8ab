import { Button, Menu } from '@mantine/core';
import { csvOf } from '../../lib/csv.ts';
import { download } from '../../lib/download.ts';
import { ChevronDownIcon } from '../icons.tsx';
import type { Column } from './columns.ts';
import type { TableProps } from './table-props.ts';
import { directionOf, nextSort } from './sorting.ts';

interface ViewMenuProps<Item> extends Pick<
  TableProps<Item>,
  'label' | 'noun' | 'columns' | 'sort' | 'onSort'
> {
  cards: boolean;
  shown: readonly Column<Item>[];
  toggled: readonly string[];
  onToggle(columns: string[]): void;
  /** Loads what is exported. */
  load(): Promise<readonly Item[]>;
  /** What is exported, as text: "12 users". */
  exported: string;
}

/** Which columns a table shows, its order where it has no column headers, and its export. */
export function ViewMenu<Item>(props: ViewMenuProps<Item>) {
  const { label, columns, sort, onSort, cards, shown, toggled, onToggle, load, exported } = props;
  const exportCsv = async () => {
    const items = await load();
    const records = items.map((item) => shown.map(({ text }) => text(item)));
    const text = csvOf([shown.map(({ header }) => header), ...records]);
    download(`${label.toLowerCase().replaceAll(' ', '-')}.csv`, 'text/csv', text);
  };
  const sortable = columns.filter((column) => column.sort);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<ChevronDownIcon />}>
          View
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {cards && onSort && sortable.length > 0 && (
          <>
            <Menu.Label>Sort by</Menu.Label>
            <Menu.RadioGroup
              value={sort?.replace(/^-/, '') ?? null}
              onChange={(id) => onSort(nextSort(sort, id))}
            >
              {sortable.map(({ id, header }) => (
                <Menu.RadioItem key={id} value={id} onClick={() => onSort(nextSort(sort, id))}>
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
            checked={shown.some((column) => column.id === id)}
            onChange={() =>
              onToggle(toggled.includes(id) ? toggled.filter((each) => each !== id) : [...toggled, id])
            }
          >
            {header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void exportCsv()}>Export {exported} as CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

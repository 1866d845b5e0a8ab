import classes from './command-palette.module.css';
import { Modal, Kbd, Box } from '@mantine/core';
import { useId, useState, type KeyboardEvent, useEffect } from 'react';
import { count } from '../../../lib/text.ts';
import { closeNow, withoutDescription } from '../../../ui/dialog/dialog.tsx';
import { SearchIcon, ChevronRightIcon } from '../../../ui/icons.tsx';
import type { PaletteItem } from './rank-items.ts';
import { usePaletteSections } from './use-palette-sections.ts';
import { ariaKeys } from '../../../data/shortcuts.ts';

/** Finds records and pages and runs commands, on Ctrl K or ⌘ K. */
export function CommandPalette({ onClose }: { onClose(): void }) {
  const [query, setQuery] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const listId = useId();
  const { sections, searching, failed } = usePaletteSections(query);
  const items = sections.flatMap((section) => section.items);
  const active = items.find(({ id }) => id === chosenId) ?? items[0];
  const activeId = active?.id;
  useEffect(() => {
    if (activeId === undefined) return;
    document.getElementById(optionId(listId, activeId))?.scrollIntoView({ block: 'nearest' });
  }, [listId, activeId]);
  const run = (item: PaletteItem) => {
    // Before the command opens a dialog, which returns the focus to where it is then.
    closeNow(onClose);
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && active) {
      event.preventDefault();
      setChosenId(items.at((items.indexOf(active) + step) % items.length)?.id);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      run(active);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={600}
      yOffset="min(80px, 8dvh)"
      attributes={{ ...withoutDescription, content: { 'aria-label': 'Command palette' } }}
      transitionProps={{ duration: 120, transition: 'fade' }}
    >
      <div className={classes.search}>
        <SearchIcon />
        <input
          role="combobox"
          aria-label="Search or run a command"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && optionId(listId, active.id)}
          aria-autocomplete="list"
          placeholder="Search or run…"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setChosenId(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {items.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label="Results"
          className={classes.list}
          // Keeps the focus in the input.
          onMouseDown={(event) => event.preventDefault()}
        >
          {sections.map(({ label, items: shown }) => (
            <div key={label} role="group" aria-label={label}>
              <Box p="12px 8px 4px" c="dimmed" fz={12} fw={500} aria-hidden="true">
                {label}
              </Box>
              {shown.map((item) => (
                <Option
                  key={item.id}
                  id={optionId(listId, item.id)}
                  item={item}
                  active={item.id === activeId}
                  onChoose={() => setChosenId(item.id)}
                  onRun={() => run(item)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      <p role="status" className={items.length > 0 ? 'visually-hidden' : classes.status}>
        {statusOf(items.length, searching)}
      </p>
      {failed.length > 0 && <p className={classes.status}>Couldn't search {failed.join(', ')}.</p>}
    </Modal>
  );
}

interface OptionProps {
  id: string;
  item: PaletteItem;
  active: boolean;
  onChoose(): void;
  onRun(): void;
}

function Option({ id, item, active, onChoose, onRun }: OptionProps) {
  const { Icon = ChevronRightIcon, label, description, shortcut, isName } = item;
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-keyshortcuts={shortcut && ariaKeys(shortcut)}
      className={classes.item}
      title={[label, description].filter(Boolean).join('\n')}
      // Not on enter: the list moves below a resting pointer while results arrive.
      onMouseMove={onChoose}
      onClick={onRun}
    >
      <Icon className={classes.icon} />
      <span className={classes.label} dir="auto" translate={isName && 'no'}>
        {label}
      </span>
      {description && <span className={classes.description}>{description}</span>}
      {shortcut && (
        <Kbd size="xs" ms="auto" flex="none" aria-hidden="true">
          {shortcut}
        </Kbd>
      )}
    </div>
  );
}

function statusOf(results: number, searching: boolean): string {
  if (results > 0) return count(results, 'result');
  return searching ? 'Searching…' : 'No results';
}

/** The ID of an entry's element, for `aria-activedescendant`. */
function optionId(listId: string, id: string): string {
  return `${listId}-${id}`;
}

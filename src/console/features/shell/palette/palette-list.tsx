import { Kbd } from '@mantine/core';
import { useEffect } from 'react';
import { ChevronRightIcon } from '../../../ui/icons.tsx';
import { ariaKeys } from '../../../data/shortcuts.ts';
import classes from './command-palette.module.css';
import type { PaletteItem, PaletteSection } from './rank-items.ts';

interface PaletteListProps {
  id: string;
  sections: readonly PaletteSection[];
  activeId: string | undefined;
  onActive(id: string): void;
  onRun(item: PaletteItem): void;
}

/** The ID of an entry's element, for `aria-activedescendant`. */
export function optionId(listId: string, id: string): string {
  return `${listId}-${id}`;
}

/** The palette's entries by section. The input keeps the focus. */
export function PaletteList({ id, sections, activeId, onActive, onRun }: PaletteListProps) {
  useEffect(() => {
    if (activeId === undefined) return;
    document.getElementById(optionId(id, activeId))?.scrollIntoView({ block: 'nearest' });
  }, [id, activeId]);
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      className={classes.list}
      // Keeps the focus in the input.
      onMouseDown={(event) => event.preventDefault()}
    >
      {sections.map(({ label, items }) => (
        <div key={label} role="group" aria-label={label}>
          <div className={classes.section} aria-hidden="true">
            {label}
          </div>
          {items.map(({ Icon = ChevronRightIcon, ...item }) => (
            <div
              key={item.id}
              id={optionId(id, item.id)}
              role="option"
              aria-selected={item.id === activeId}
              aria-keyshortcuts={item.shortcut && ariaKeys(item.shortcut)}
              className={classes.item}
              title={[item.label, item.description].filter(Boolean).join('\n')}
              // Not on enter: the list moves below a resting pointer while results arrive.
              onMouseMove={() => onActive(item.id)}
              onClick={() => onRun(item)}
            >
              <Icon className={classes.icon} />
              <span className={classes.label} dir="auto" translate={item.isName && 'no'}>
                {item.label}
              </span>
              {item.description && <span className={classes.description}>{item.description}</span>}
              {item.shortcut && (
                <Kbd size="xs" className={classes.shortcut} aria-hidden="true">
                  {item.shortcut}
                </Kbd>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

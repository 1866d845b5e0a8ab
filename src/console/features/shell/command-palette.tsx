import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { SearchIcon } from '../../ui/icons.tsx';
import { useBackCloses } from '../../ui/dialog/layers.ts';
import { pages } from './navigation.tsx';
import classes from './command-palette.module.css';
import type { FoundGroups, PaletteItem } from './shell.tsx';

// The palette is mounted only while it's open; the store tells it when to close.
const [store, spotlight] = createSpotlight();

interface CommandPaletteProps {
  onClose(): void;
  actions: readonly PaletteItem[];
  renderWithGroups(render: (groups: FoundGroups) => ReactNode): ReactNode;
}

/** Searches pages, actions and groups, on Ctrl K or ⌘ K. */
export function CommandPalette({ actions, renderWithGroups, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  useEffect(() => spotlight.open(), []);
  useBackCloses(onClose);
  const matches = (item: PaletteItem) => item.label.toLowerCase().includes(query.trim().toLowerCase());
  const renderSections = (groups: FoundGroups) => {
    const sections = [
      {
        label: 'Pages',
        items: [
          ...pages.map((page) => ({
            id: page.to,
            label: page.label,
            run: () => void navigate({ to: page.to }),
          })),
          { id: 'api-docs', label: 'API docs', run: () => void window.open('/-/docs') },
        ].filter(matches),
      },
      { label: 'Actions', items: actions.filter(matches) },
      { label: 'Groups', items: query.trim() === '' ? [] : groups.find(query) },
    ].filter((section) => section.items.length > 0);
    return (
      <>
        {sections.length === 0 && (
          <Spotlight.Empty>{groups.loading ? 'Loading groups…' : 'No results'}</Spotlight.Empty>
        )}
        {sections.map((section) => (
          <Spotlight.ActionsGroup key={section.label} label={section.label}>
            {section.items.map((item: PaletteItem) => (
              <Spotlight.Action
                key={item.id}
                label={item.label}
                classNames={{ actionLabel: classes.line, actionDescription: classes.line }}
                title={[item.label, item.description].filter(Boolean).join('\n')}
                {...(item.description ? { description: item.description } : {})}
                onClick={item.run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </>
    );
  };
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      store={store}
      scrollable
      attributes={{ content: { 'aria-label': 'Search or run a command' } }}
      maxHeight={420}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ duration: 120, transition: 'fade' }}
    >
      <Spotlight.Search
        placeholder="Search pages, actions and groups"
        aria-label="Search pages, actions and groups"
        leftSection={<SearchIcon />}
      />
      <Spotlight.ActionsList className={classes.list}>
        {renderWithGroups(renderSections)}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

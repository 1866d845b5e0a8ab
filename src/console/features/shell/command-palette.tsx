import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useGoToGroup } from '../../data/groups/use-go-to-group.ts';
import { useGroupSearch } from '../../data/groups/use-group-search.ts';
import { useBackCloses } from '../../ui/dialog/layers.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import classes from './command-palette.module.css';
import { pages } from './navigation.tsx';
import { usePaletteActions, type PaletteItem } from './use-palette-actions.ts';

// The palette is mounted only while it's open; the store closes it.
const [store, spotlight] = createSpotlight();

/** Searches pages, actions and groups, on Ctrl K or ⌘ K. */
export function CommandPalette({ onClose }: { onClose(): void }) {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const actions = usePaletteActions();
  const groups = useGroupSearch();
  const goToGroup = useGoToGroup();
  useEffect(() => spotlight.open(), []);
  useBackCloses(onClose);
  const matches = (item: PaletteItem) => item.label.toLowerCase().includes(query.trim().toLowerCase());
  const pageItems: PaletteItem[] = [
    ...pages.map(({ to, label }) => ({ id: to, label, run: () => void navigate({ to }) })),
    { id: 'api-docs', label: 'API docs', run: () => void window.open('/-/docs') },
  ];
  const groupItems = (query.trim() === '' ? [] : groups.find(query)).map(
    ({ id, name, place }): PaletteItem => ({
      id: `group-${id}`,
      label: name,
      description: place,
      run: () => goToGroup(id),
    }),
  );
  const sections = [
    { label: 'Pages', items: pageItems.filter(matches) },
    { label: 'Actions', items: actions.filter(matches) },
    { label: 'Groups', items: groupItems },
  ].filter((section) => section.items.length > 0);
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
        {sections.length === 0 && (
          <Spotlight.Empty>{groups.loading ? 'Loading groups…' : 'No results'}</Spotlight.Empty>
        )}
        {sections.map((section) => (
          <Spotlight.ActionsGroup key={section.label} label={section.label}>
            {section.items.map((item) => (
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
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

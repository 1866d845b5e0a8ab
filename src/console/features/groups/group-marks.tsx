import { ActionIcon, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { groupPath } from '../../../contract/groups/groups.ts';
import type { TreeGroup } from '../../data/groups/model.ts';
import { usePlaces, useVisit } from '../../data/places/places.ts';
import { CheckIcon, StarIcon, icon } from '../../ui/icons.tsx';

const LinkIcon = icon(
  'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7m2 3a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
);

/** Buttons beside a group's name: favorite, copy link. Remembers that the group was opened. */
export function GroupMarks({ group: { id, name } }: { group: TreeGroup }) {
  const address = groupPath(id);
  const { favorites, setFavorite } = usePlaces();
  const { copy, copied } = useClipboard({ timeout: 2000 });
  const marked = favorites.some((place) => place.address === address);
  useVisit(address, name);
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        color={marked ? 'teal' : 'gray'}
        size={28}
        aria-label="Favorite"
        aria-pressed={marked}
        title={marked ? 'Remove from favorites' : 'Add to favorites'}
        onClick={() => setFavorite({ address, name }, !marked)}
      >
        <StarIcon {...(marked && { fill: 'currentColor' })} />
      </ActionIcon>
      <ActionIcon
        size={28}
        aria-label={copied ? 'Link copied' : 'Copy link'}
        title="Copy link"
        // Without the tree's state, so that it's short.
        onClick={() => copy(`${location.origin}${address}`)}
      >
        {copied ? <CheckIcon /> : <LinkIcon />}
      </ActionIcon>
    </Group>
  );
}

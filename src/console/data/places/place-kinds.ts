import { GroupsIcon, KeyIcon, ShieldIcon, UserIcon } from '../../ui/icons.tsx';

/** The icon and the word for each kind of place. */
export const placeKinds = {
  group: { Icon: GroupsIcon, word: 'Group' },
  provider: { Icon: KeyIcon, word: 'Provider' },
  user: { Icon: UserIcon, word: 'User' },
  role: { Icon: ShieldIcon, word: 'Role' },
} as const;

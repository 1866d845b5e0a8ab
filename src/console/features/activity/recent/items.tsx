import { Link } from '@tanstack/react-router';
import type { Change } from '../../../../contract/activity/changes.ts';
import type { SignInEvent } from '../../../../contract/activity/sign-in-events.ts';
import { entryId } from '../../../data/activity/logs.ts';
import { reasonOf } from '../../../data/activity/reasons.ts';
import { msg } from '../../../lib/text.ts';
import { CloseIcon, icon } from '../../../ui/icons.tsx';
import type { Item } from '../../../ui/item-list/item-list.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { authorText } from '../author.tsx';
import { titleOf, summaryOf } from '../changes/change-columns.tsx';
import { methodOf } from '../sign-ins/sign-in-columns.tsx';

const ChangeIcon = icon('M4 20v-4L15 5l4 4L8 20zM13 7l4 4');

/** A rejected sign-in: why, who, how and when. */
export function signInItem(event: SignInEvent): Item {
  const { sign_in_event_resource: path, at, login, code } = event;
  return {
    id: path,
    icon: <CloseIcon />,
    tone: 'bad',
    title: (
      <Link to="/activity" search={{ entry: entryId(path) }}>
        {code === null ? 'Rejected' : reasonOf(code)}
      </Link>
    ),
    detail: (
      <>
        {msg`${login ?? 'Unknown user'} · ${methodOf(event)} · `}
        <RelativeTime at={new Date(at)} />
      </>
    ),
  };
}

/** A change: what, by whom and when. */
export function changeItem(change: Change): Item {
  const { change_resource: path, at } = change;
  const summary = summaryOf(change);
  return {
    id: path,
    icon: <ChangeIcon />,
    tone: 'muted',
    title: (
      <Link to="/activity" search={{ log: 'changes', entry: entryId(path) }}>
        {titleOf(change)}
      </Link>
    ),
    detail: (
      <>
        {summary !== '' && `${summary} · `}
        {authorText(change)} · <RelativeTime at={new Date(at)} />
      </>
    ),
  };
}

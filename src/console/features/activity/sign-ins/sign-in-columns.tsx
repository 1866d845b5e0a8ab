import { Link } from '@tanstack/react-router';
import type { SignInEvent } from '../../../../contract/activity/sign-in-events.ts';
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import classes from '../activity.module.css';
import type { LogSearch } from '../../../data/activity/filters.ts';
import { entryId } from '../../../data/activity/logs.ts';
import { reasonOf } from '../../../data/activity/reasons.ts';
import { detectBrowser } from '../../../data/activity/user-agent.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { Name } from '../../../ui/name.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RecordLink } from '../record-link.tsx';

/** Whether a sign-in succeeded, in a word. */
export function outcomeText(outcome: SignInEvent['outcome']): string {
  return outcome === 'signed_in' ? 'Signed in' : 'Rejected';
}

/** Whether a sign-in succeeded, with an icon. */
export function Outcome({ outcome }: Pick<SignInEvent, 'outcome'>) {
  return (
    <span className={classes.outcome} data-outcome={outcome}>
      {outcome === 'signed_in' ? <CheckIcon /> : <CloseIcon />} {outcomeText(outcome)}
    </span>
  );
}

/** The user that a sign-in named, with a link; "unknown" if it named none. */
export function SignInUser({ event: { login, user } }: { event: SignInEvent }) {
  if (login === null) return <span className="muted">unknown</span>;
  return user === null ? <Name>{login}</Name> : <RecordLink path={user} name={login} />;
}

const reason = ({ code }: SignInEvent) => (code === null ? '' : reasonOf(code));

/** How someone signed in: with a password, or through which provider. */
export function methodOf({ method, oidc_op_name: provider }: SignInEvent): string {
  return method === 'password' ? 'Password' : (provider ?? 'Unknown provider');
}

/** The columns of sign-ins. @param search the list that an entry opens next to */
export function signInColumns(search: LogSearch): readonly Column<SignInEvent>[] {
  return [
    {
      id: 'at',
      header: 'Time',
      width: 'minmax(110px, 1fr)',
      isTime: true,
      text: ({ at }) => at,
      cell: ({ sign_in_event_resource: path, at }) => (
        <Link to="/activity" search={{ ...search, entry: entryId(path) }}>
          <RelativeTime at={new Date(at)} />
        </Link>
      ),
    },
    {
      id: 'outcome',
      header: 'Outcome',
      width: '110px',
      text: ({ outcome }) => outcomeText(outcome),
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
    },
    {
      id: 'login',
      header: 'User',
      width: 'minmax(120px, 1.5fr)',
      text: ({ login }) => login ?? '',
      cell: (event) => <SignInUser event={event} />,
    },
    { id: 'method', header: 'Method', width: 'minmax(110px, 1.2fr)', text: methodOf },
    { id: 'reason', header: 'Reason', width: 'minmax(140px, 2fr)', text: reason },
    {
      id: 'address',
      header: 'Address',
      width: 'minmax(110px, 1fr)',
      verbatim: true,
      text: ({ address }) => address,
    },
    {
      id: 'browser',
      header: 'Browser',
      width: 'minmax(120px, 1fr)',
      text: ({ user_agent: userAgent }) => detectBrowser(userAgent),
    },
    {
      id: 'reference',
      header: 'Reference',
      width: '120px',
      optional: true,
      verbatim: true,
      text: ({ reference }) => reference ?? '',
    },
    {
      id: 'request_id',
      header: 'Request ID',
      width: 'minmax(140px, 1fr)',
      optional: true,
      verbatim: true,
      text: ({ request_id: id }) => id,
    },
  ];
}

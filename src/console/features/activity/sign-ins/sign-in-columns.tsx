import type { SignInEvent } from '../../../../contract/activity/sign-in-events.ts';
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import type { LogSearch } from '../../../data/activity/filters.ts';
import { signInLog } from '../../../data/activity/logs.ts';
import { codeColumn, textColumn, verbatim } from '../../../ui/data-table/time-column.tsx';
import { entryColumn } from '../entry-panel.tsx';
import { reasonOf } from '../../../data/activity/reasons.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { detectBrowser } from '../../../data/activity/user-agent.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { msg } from '../../../lib/text.ts';
import { Name } from '../../../ui/name.tsx';
import { RecordLink } from '../../../data/activity/record-link.tsx';
import classes from '../activity.module.css';

/** Whether a sign-in succeeded, in a word. */
export function outcomeText(outcome: SignInEvent['outcome']): string {
  return outcome === 'signed_in' ? 'Signed in' : 'Rejected';
}

/** Whether a sign-in succeeded, with an icon. */
export function Outcome({ outcome }: Pick<SignInEvent, 'outcome'>) {
  const signedIn = outcome === 'signed_in';
  return (
    <span className={classes.outcome} data-outcome={outcome}>
      {signedIn ? <CheckIcon color="light-dark(#15803d, #4ade80)" /> : <CloseIcon />} {outcomeText(outcome)}
    </span>
  );
}

/** The user that a sign-in named, with a link for those who can open it; "unknown" if it named none. */
export function SignInUser({ event: { login, user } }: { event: SignInEvent }) {
  const { holds } = useSession();
  if (login === null) return <span className="muted">unknown</span>;
  if (user === null || !holds('group_admin', 'ro')) return <Name>{login}</Name>;
  return <RecordLink path={user} name={login} />;
}

/** Why a sign-in was rejected: "Wrong issuer", "No user named nadia"; empty if it wasn't. */
export function reasonText({ code, unknown_login: login }: SignInEvent): string {
  if (code === null) return '';
  return login ? msg`No user named ${login}` : reasonOf(code);
}

/** How someone signed in: with a password, or through which provider. */
export function methodOf({ method, oidc_op_name: provider }: SignInEvent): string {
  if (method === 'api_key') return 'API key';
  return method === 'password' ? 'Password' : (provider ?? 'Unknown provider');
}

/** The columns of sign-ins. @param search the list that an entry opens next to */
export function signInColumns(search: LogSearch): readonly Column<SignInEvent>[] {
  return [
    entryColumn(signInLog, search),
    textColumn('outcome', 'Outcome', '110px', ({ outcome }) => outcomeText(outcome), {
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
    }),
    textColumn('login', 'User', 'minmax(120px, 1.2fr)', ({ login }) => login ?? '', {
      cell: (event) => <SignInUser event={event} />,
    }),
    textColumn('reason', 'Reason', 'minmax(130px, 1.7fr)', reasonText),
    textColumn('method', 'Method', 'minmax(110px, 1.2fr)', methodOf),
    textColumn('address', 'Address', 'minmax(120px, 1fr)', ({ address }) => address, verbatim),
    textColumn('browser', 'Browser', 'minmax(120px, 1.6fr)', ({ user_agent: userAgent }) =>
      detectBrowser(userAgent),
    ),
    codeColumn('reference', 'Reference', ({ reference }) => reference ?? '', '120px'),
    codeColumn('request_id', 'Request ID', ({ request_id: id }) => id, 'minmax(140px, 1fr)'),
  ];
}

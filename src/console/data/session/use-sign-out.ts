import { clearDrafts } from '../../lib/drafts.ts';
import { webAddress } from '../../lib/web-address.ts';
import { notify } from '../notifications/notify.ts';
import { notifyOtherTabs } from './channel.ts';
import { signOut } from './queries.ts';
import { useSession } from './use-session.ts';

/** Loads a fresh page, so that no responses, jobs, notifications or drafts of this user stay in memory. */
export function leaveConsole(search = ''): void {
  clearDrafts();
  location.replace(`/sign-in${search}`);
}

/** Ends the session and leaves the console; undefined if the service doesn't offer sign-out. */
export function useSignOut(): (() => Promise<void>) | undefined {
  const { logout } = useSession().user;
  if (logout?.method === 'none') return undefined;
  return async () => {
    try {
      const result = await signOut();
      notifyOtherTabs({ type: 'signed-out' });
      const redirectUri = webAddress(logout?.post_logout_redirect_uri);
      clearDrafts();
      if (redirectUri) location.replace(redirectUri);
      else leaveConsole(result === 'cookie cleared' ? '?signed_out=here' : '?signed_out=yes');
    } catch (error) {
      notify.error("Couldn't sign out", error);
    }
  };
}

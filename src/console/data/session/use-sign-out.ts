import { clearDrafts } from '../../lib/drafts.ts';
import { findUnsaved, leaveFor } from '../../lib/unsaved-changes.ts';
import { webAddress } from '../../lib/web-address.ts';
import { notify } from '../notifications/notify.ts';
import { openOverlay } from '../overlays.ts';
import { notifyOtherTabs, type SignedOut } from './channel.ts';
import { signOut } from './queries.ts';
import { useSession } from './use-session.ts';

/**
 * Loads a fresh page, so that no responses, jobs, notifications or drafts of this user stay in memory.
 */
export function leaveConsole(how: SignedOut): void {
  clearDrafts();
  leaveFor(`/sign-in?signed_out=${how}`);
}

/** Signs out, asking first if that would lose something; undefined if the service doesn't offer sign-out. */
export function useSignOut(): (() => Promise<void>) | undefined {
  const { logout } = useSession().user;
  const endSession = useEndSession();
  if (logout?.method === 'none') return undefined;
  return async () => {
    if (findUnsaved().length > 0) openOverlay('sign-out');
    else await endSession();
  };
}

/** Ends the session and leaves the console. */
export function useEndSession(): () => Promise<void> {
  const { logout } = useSession().user;
  return async () => {
    try {
      const how = await signOut();
      notifyOtherTabs({ type: 'signed-out', how });
      const redirectUri = webAddress(logout?.post_logout_redirect_uri);
      clearDrafts();
      if (redirectUri) leaveFor(redirectUri);
      else leaveConsole(how);
    } catch (error) {
      notify.error("Couldn't sign out", error);
    }
  };
}

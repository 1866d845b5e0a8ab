import { createFileRoute } from '@tanstack/react-router';
import { WindowDone } from '../features/session/sign-in-window-page.tsx';

/** Where the window of a sign-in test ends (`trialFinishedPage` in the contract). */
export const Route = createFileRoute('/trial-finished')({ component: SignInTestFinished });

function SignInTestFinished() {
  return (
    <WindowDone
      title="Sign-in test finished"
      what="No one was signed in. The report is in the window where you started the test."
    />
  );
}

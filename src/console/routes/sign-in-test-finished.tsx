import { createFileRoute } from '@tanstack/react-router';
import { SignInWindowPage } from '../features/session/sign-in-window-page.tsx';

/** The last page of a sign-in test's window (the contract's `signInTestFinishedPage`). */
export const Route = createFileRoute('/sign-in-test-finished')({ component: SignInTestFinished });

function SignInTestFinished() {
  return (
    <SignInWindowPage
      title="Sign-in test finished"
      description="No session was created. See the report in the window you started from."
    />
  );
}

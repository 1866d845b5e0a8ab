import { createFileRoute } from '@tanstack/react-router';
import { WindowDone } from '../features/session/sign-in-window-page.tsx';

/** Where the window of a dry run ends (`trialFinishedPage` of the contract). */
export const Route = createFileRoute('/trial-finished')({ component: TrialFinished });

function TrialFinished() {
  return (
    <WindowDone
      title="The dry run is finished"
      what="Nobody was signed in. The report is in the window that you started it from."
    />
  );
}

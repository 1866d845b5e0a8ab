import { createFileRoute } from '@tanstack/react-router';
import { TrialFinished } from '../features/session/trial-finished.tsx';

/** Where the window of a dry run ends (`trialFinishedPage` of the contract). */
export const Route = createFileRoute('/trial-finished')({ component: TrialFinished });

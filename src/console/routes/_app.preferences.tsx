import { createFileRoute } from '@tanstack/react-router';
import { PreferencesPage } from '../features/shell/preferences-page.tsx';

export const Route = createFileRoute('/_app/preferences')({
  staticData: { title: 'Preferences' },
  component: PreferencesPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { ConfigurationPage } from '../features/configuration/configuration-page.tsx';

export const Route = createFileRoute('/_app/configuration')({
  staticData: { title: 'Configuration' },
  component: ConfigurationPage,
});

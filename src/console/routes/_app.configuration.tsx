import { createFileRoute } from '@tanstack/react-router';
import { requireReading } from '../data/service/rights.ts';
import { ConfigurationPage } from '../features/configuration/configuration-page.tsx';

export const Route = createFileRoute('/_app/configuration')({
  staticData: { title: 'Configuration' },
  loader: requireReading,
  component: ConfigurationPage,
});

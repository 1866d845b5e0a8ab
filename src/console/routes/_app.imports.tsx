import { createFileRoute } from '@tanstack/react-router';
import { requireChanging } from '../data/service/rights.ts';
import { ImportPage } from '../features/imports/import-page.tsx';

export const Route = createFileRoute('/_app/imports')({
  staticData: { title: 'Import groups' },
  loader: () => requireChanging('group'),
  component: ImportPage,
});

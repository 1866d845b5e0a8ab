import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '../features/imports/import-page.tsx';

export const Route = createFileRoute('/_app/imports')({
  staticData: { title: 'Import groups', feature: 'group imports' },
  component: ImportPage,
});

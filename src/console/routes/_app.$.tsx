import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../features/shell/page-problems.tsx';

/** Every other address, so that whoever is signed in keeps the navigation. */
export const Route = createFileRoute('/_app/$')({
  staticData: { title: 'Not found' },
  component: NotFoundPage,
});

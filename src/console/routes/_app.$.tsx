import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../features/shell/page-errors.tsx';

/** Every other address, so that the not-found page keeps the navigation. */
export const Route = createFileRoute('/_app/$')({
  staticData: { title: 'Page not found' },
  component: NotFoundPage,
});

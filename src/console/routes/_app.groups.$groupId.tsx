import { createFileRoute, notFound } from '@tanstack/react-router';

/** The selected group. The parent route's `GroupsPage` shows it, so that the tree keeps its state. */
export const Route = createFileRoute('/_app/groups/$groupId')({
  params: {
    parse: ({ groupId }) => {
      if (!/^(?:0|[1-9]\d{0,9})$/.test(groupId)) throw notFound();
      return { groupId };
    },
  },
});

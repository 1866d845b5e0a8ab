import { createFileRoute, notFound } from '@tanstack/react-router';
import { UserPage } from '../features/access/users/user-page.tsx';

export const Route = createFileRoute('/_app/access/users/$userId')({
  staticData: { title: 'User' },
  params: {
    parse: ({ userId }) => {
      if (!/^(?:0|[1-9]\d{0,9})$/.test(userId)) throw notFound();
      return { userId };
    },
  },
  component: UserRoute,
});

function UserRoute() {
  const { userId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <UserPage
      key={userId}
      id={Number(userId)}
      onDeleted={() => void navigate({ to: '/access/users', replace: true })}
    />
  );
}

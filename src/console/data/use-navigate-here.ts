import { trimPathRight, useMatch, useNavigate, useRouter } from '@tanstack/react-router';

/**
 * As `useNavigate`, for what may happen later than a click, such as when typing pauses or a request ends: does nothing if
 * the user has left the page by then, or has chosen another one that's still loading.
 */
export function useNavigateHere(): ReturnType<typeof useNavigate> {
  const router = useRouter();
  const navigate = useNavigate();
  const page = useMatch({ strict: false, select: ({ pathname }) => trimPathRight(pathname) });
  return async (options) => {
    if (trimPathRight(router.latestLocation.pathname) === page) await navigate(options);
  };
}

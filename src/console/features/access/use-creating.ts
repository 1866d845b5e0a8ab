import { useNavigate, useSearch } from '@tanstack/react-router';

/** Whether the list's form for a new record is open, which is in the URL, and a function that opens or closes it. */
export function useCreating(): [boolean, (creating: boolean) => void] {
  const navigate = useNavigate();
  const { create } = useSearch({ strict: false });
  const change = (creating: boolean) =>
    void navigate({
      to: '.',
      search: (old) => ({ ...old, create: creating || undefined }),
      replace: true,
      resetScroll: false,
    });
  return [create === true, change];
}

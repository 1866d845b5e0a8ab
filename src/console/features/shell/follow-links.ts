import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/**
 * Follows plain links to our own pages without reloading the application, so that `ui` components don't need the router.
 */
export function useFollowLinks() {
  const router = useRouter();
  return (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link?.getAttribute('href') ?? '';
    // `/-/` and `/api/` belong to the gateway.
    if (!link || link.target || link.download || !/^\/(?!\/|-\/|api\/)/.test(path)) return;
    event.preventDefault();
    router.history.push(path);
  };
}

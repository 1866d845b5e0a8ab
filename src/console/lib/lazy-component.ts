import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/**
 * React's `lazy` for a named export. Offline, it waits for the connection: a load that failed would never be repeated.
 * @param load imports the component's module
 * @param name the component's name in it
 */
// As in React's own type: props vary from component to component.
// oxlint-disable-next-line typescript/no-explicit-any
export function lazyComponent<Module extends Record<Name, ComponentType<any>>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> {
  return lazy(async () => {
    if (!navigator.onLine) await online();
    try {
      return { default: (await load())[name] };
    } catch (error) {
      if (navigator.onLine) throw error;
      // The connection was lost while loading.
      await online();
      return { default: (await load())[name] };
    }
  });
}

const online = () => new Promise((resolve) => addEventListener('online', resolve, { once: true }));

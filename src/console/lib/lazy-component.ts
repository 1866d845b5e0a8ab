import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Imports a module, once online: a load that failed would never be repeated. */
export async function loadOnline<Module>(load: () => Promise<Module>): Promise<Module> {
  if (!navigator.onLine) await online();
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    // The connection was lost while loading.
    await online();
    return load();
  }
}

/** Loads a module before it's needed. If that fails, it's loaded when it is. */
export function preload(load: () => Promise<unknown>): void {
  loadOnline(load).catch(() => undefined);
}

/**
 * React's `lazy` for a named export, loaded once online.
 * @param load imports the component's module
 * @param name the component's name in it
 */
// As in React's own type: props vary from component to component.
// oxlint-disable-next-line typescript/no-explicit-any
export function lazyComponent<Module extends Record<Name, ComponentType<any>>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> {
  return lazy(async () => ({ default: (await loadOnline(load))[name] }));
}

const online = () => new Promise((resolve) => addEventListener('online', resolve, { once: true }));

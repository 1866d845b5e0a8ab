import { useEffect, useRef } from 'react';

/** Something that the user can run from the command palette. */
export interface Command {
  id: string;
  /** "Edit Acme". */
  label: string;
  /** Other words that find it. */
  keywords?: string;
  /** The keyboard shortcut that does the same. */
  shortcut?: string;
  /** Of the demo's Lab, on every page: offered only to those who search. */
  isOfLab?: true;
  run(): void;
}

/** The commands of the pages and components that are mounted. */
const registered = new Set<{ current: readonly Command[] }>();

/** Offers commands in the palette while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    registered.add(latest);
    return () => void registered.delete(latest);
  }, []);
}

/** The commands that mounted pages offer now. */
export function registeredCommands(): Command[] {
  return [...registered].flatMap(({ current }) => current);
}

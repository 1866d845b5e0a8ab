import { Menu } from '@mantine/core';
import { useLayoutEffect, type ReactNode, type Ref } from 'react';

interface RowMenuProps {
  /** What opened it: a button, or the row. */
  button: HTMLElement;
  opened: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The menu of one row. A list has one for all rows, because rendering one per row would slow down scrolling. */
export function RowMenu({ button, opened, onClose, children }: RowMenuProps) {
  return (
    <Menu opened={opened} onClose={onClose}>
      <Menu.Target>
        <Target element={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface TargetProps {
  element: HTMLElement;
  /** Given by the menu, whose name refers to it. */
  id?: string;
  ref?: Ref<HTMLElement>;
}

/** Stands for an element rendered elsewhere. */
function Target({ element, id = '', ref }: TargetProps) {
  useLayoutEffect(() => {
    element.setAttribute('id', id);
    if (typeof ref !== 'function') return undefined;
    ref(element);
    return () => void ref(null);
  }, [element, id, ref]);
  return null;
}

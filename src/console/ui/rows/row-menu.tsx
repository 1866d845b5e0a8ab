import { Menu } from '@mantine/core';
import { useLayoutEffect, type Key, type ReactNode, type Ref } from 'react';

/** The row whose menu was opened last. */
export interface OpenedMenu<RowKey extends Key = Key> {
  key: RowKey;
  /** What opened it: a button, or the row. */
  button: HTMLElement;
  opened: boolean;
}

interface RowMenuProps<RowKey extends Key> {
  menu: OpenedMenu<RowKey>;
  onChange(menu: OpenedMenu<RowKey>): void;
  children: ReactNode;
}

/** The menu of one row. A list has one for all rows, because rendering one per row would slow down scrolling. */
export function RowMenu<RowKey extends Key>({ menu, onChange, children }: RowMenuProps<RowKey>) {
  const close = () => {
    menu.button.focus({ preventScroll: true });
    onChange({ ...menu, opened: false });
  };
  return (
    <Menu opened={menu.opened} onClose={close}>
      <Menu.Target>
        <Target element={menu.button} />
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

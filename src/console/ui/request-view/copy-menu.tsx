import { Button, Menu, type ButtonProps } from '@mantine/core';
import { useCopy } from '../copying.tsx';

interface CopyMenuProps extends Pick<ButtonProps, 'size'> {
  /** The button's label: "Copy as…". */
  label: string;
  formats: readonly { label: string; text: string }[];
}

/** A button with a menu of formats to copy. */
export function CopyMenu({ label, formats, ...button }: CopyMenuProps) {
  const { copy, copied } = useCopy();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button {...button}>{copied ? 'Copied' : label}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format.label} onClick={() => copy(format.text)}>
            {format.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

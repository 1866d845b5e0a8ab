import { Button, Menu } from '@mantine/core';
import { download } from '../../../lib/download.ts';

interface ExportMenuProps {
  /** The button's label: "Export access". */
  label: string;
  /** The name of the files, without an extension. */
  fileName: string;
  toJson(): string;
  toCsv(): string;
}

/** Downloads something as JSON or CSV. */
export function ExportMenu({ label, fileName, toJson, toCsv }: ExportMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <Button size="sm">{label}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download(`${fileName}.json`, 'application/json', toJson())}>
          As JSON
        </Menu.Item>
        <Menu.Item onClick={() => download(`${fileName}.csv`, 'text/csv', toCsv())}>As CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

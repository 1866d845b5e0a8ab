import { Button, FileButton, Group, Textarea } from '@mantine/core';
import classes from '../access.module.css';

interface PastedResultProps {
  label: string;
  value: string;
  onChange(text: string): void;
}

/** Takes an authentication result, or an export of somebody's access, as text or as a file. */
export function PastedResult({ label, value, onChange }: PastedResultProps) {
  return (
    <Group align="flex-end" gap={12}>
      <Textarea
        label={label}
        description="What GET /authentication answered, as JSON, or an export of My access: of another user, another service, or another day. It stays in this page."
        rows={5}
        className={classes.paste}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FileButton accept="application/json,.json" onChange={(file) => void file?.text().then(onChange)}>
        {(props) => (
          <Button variant="default" {...props}>
            Open a file
          </Button>
        )}
      </FileButton>
    </Group>
  );
}

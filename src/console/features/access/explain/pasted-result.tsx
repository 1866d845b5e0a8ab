import { Button, FileButton, Group, Textarea } from '@mantine/core';
import classes from '../access.module.css';

interface PastedResultProps {
  label: string;
  value: string;
  onChange(text: string): void;
}

/** Accepts an authentication result or an access export, as text or as a file. */
export function PastedResult({ label, value, onChange }: PastedResultProps) {
  return (
    <Group align="flex-end" gap={12}>
      <Textarea
        label={label}
        description="Paste a GET /authentication response or a My access export (JSON). It never leaves this page."
        rows={5}
        className={classes.paste}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FileButton accept="application/json,.json" onChange={(file) => void file?.text().then(onChange)}>
        {(props) => (
          <Button size="sm" {...props}>
            Open file
          </Button>
        )}
      </FileButton>
    </Group>
  );
}

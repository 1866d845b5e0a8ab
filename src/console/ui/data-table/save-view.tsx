import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../dialog/dialog.tsx';

interface SaveViewProps {
  /** The names of the saved views. */
  taken: readonly string[];
  onSave(name: string): void;
  onClose(): void;
}

const maxName = 60;

/** Asks for a view's name. */
export function SaveView({ taken, onSave, onClose }: SaveViewProps) {
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const trimmed = name.trim();
  return (
    <Dialog title="Save view" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed === '') setMissing(true);
          else onSave(trimmed);
        }}
      >
        <Stack>
          <Text>Saves the search, filters, order and columns in this browser.</Text>
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={maxName}
            value={name}
            error={missing && trimmed === '' ? 'Enter a name' : undefined}
            description={taken.includes(trimmed) ? 'Replaces the view with this name.' : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button size="sm" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="filled" size="sm" type="submit">
              Save view
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

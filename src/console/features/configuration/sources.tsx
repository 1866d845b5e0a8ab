import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { sections, type Section } from '../../../configuration/format.ts';
import type { Current } from '../../../configuration/service.ts';
import { exportFile, exportText, type Exported } from '../../data/configuration/files.ts';
import { serviceFor } from '../../data/configuration/service.ts';
import { notify } from '../../data/notifications/notify.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChooseFile, takesFile } from '../../ui/choose-file.tsx';
import { sectionTitles } from './change-tree.tsx';
import type { useAttempt } from './use-attempt.ts';

const area = { gap: 8, align: 'flex-start', p: 12, bdrs: 6 } as const;

interface ExportAreaProps {
  attempts: ReturnType<typeof useAttempt>;
  /** Undefined if the one that's shown is outdated. */
  onPreview(preview: Exported | undefined): void;
}

/** Exports the selected sections, or shows what the file would contain. */
export function ExportArea({ attempts: { busy, attempt }, onPreview }: ExportAreaProps) {
  const [selected, setSelected] = useState<readonly Section[]>(sections);
  const disabled = busy !== undefined || selected.length === 0;
  const withRecords = (what: string, use: (current: Current) => void | Promise<void>) =>
    void attempt(what, "Couldn't export the configuration", async () =>
      use(await serviceFor().current(selected)),
    );
  const save = () => withRecords('Exporting', (current) => exportFile(location.hostname, current, selected));
  const preview = () =>
    withRecords('Reading', async (current) => onPreview(await exportText(current, selected)));
  return (
    <Stack {...area} bd="1px solid var(--line)">
      <Text fw={600}>Export</Text>
      <Text c="dimmed">Save what this service has.</Text>
      {sections.map((section) => (
        <Checkbox
          key={section}
          label={sectionTitles[section]}
          checked={selected.includes(section)}
          onChange={({ currentTarget: { checked } }) => {
            setSelected(sections.filter((each) => (each === section ? checked : selected.includes(each))));
            onPreview(undefined);
          }}
        />
      ))}
      <Group mt="auto">
        <ActionButton disabled={disabled} onClick={save}>
          Export
        </ActionButton>
        <ActionButton variant="subtle" disabled={disabled} onClick={preview}>
          Preview
        </ActionButton>
      </Group>
    </Stack>
  );
}

interface FileAreaProps {
  title: string;
  button: string;
  disabled: boolean;
  onFile(file: File): void;
  children: ReactNode;
}

/** Takes a file that's chosen or dropped. */
export function FileArea({ title, button, disabled, onFile, children }: FileAreaProps) {
  return (
    <Stack
      {...area}
      bd="1px dashed var(--line)"
      role="group"
      aria-label={title}
      {...(!disabled && takesFile(onFile, (problem) => notify.error(problem, '')))}
    >
      <Text fw={600}>{title}</Text>
      <Text c="dimmed">{children}</Text>
      <ChooseFile accept=".yaml,.yml,.json" disabled={disabled} mt="auto" onFile={onFile}>
        {button}
      </ChooseFile>
    </Stack>
  );
}

import { NativeSelect, Stack, Switch } from '@mantine/core';
import { paces, useJobSettings } from '../../data/jobs/settings.ts';

const paceNames = [
  { value: 'auto', label: 'Quick at first, then every 10 s' },
  ...paces.map((seconds) => ({ value: String(seconds), label: `Every ${seconds} s` })),
  { value: 'off', label: 'Only when you ask' },
];

/** How this browser deals with jobs. */
export function JobSettings() {
  const [settings, change] = useJobSettings();
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Check running jobs"
        data={paceNames}
        value={String(settings.pace)}
        onChange={({ currentTarget: { value } }) =>
          change({ pace: value === 'auto' || value === 'off' ? value : Number(value) })
        }
      />
      <Switch
        label="Remove finished statuses from the service"
        description="Once they have been read. Before version 9.7.0 a service keeps them until somebody does."
        checked={settings.removeRead}
        onChange={(event) => change({ removeRead: event.currentTarget.checked })}
      />
      <Switch
        label="Quiet"
        description="Nothing pops up when a job ends; this list and the notifications tell."
        checked={settings.quiet}
        onChange={(event) => change({ quiet: event.currentTarget.checked })}
      />
    </Stack>
  );
}

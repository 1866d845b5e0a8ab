import { NativeSelect, Stack, Switch } from '@mantine/core';
import { paces, useJobSettings } from '../../data/jobs/settings.ts';

const paceNames = [
  { value: 'auto', label: 'Automatically, at least every 10 s' },
  ...paces.map((seconds) => ({ value: String(seconds), label: `Every ${seconds} s` })),
  { value: 'off', label: 'Manually' },
];

/** This browser's settings for jobs. */
export function JobSettings() {
  const [settings, change] = useJobSettings();
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Check running jobs"
        data={paceNames}
        value={String(settings.pace)}
        onChange={({ currentTarget: { value } }) =>
          change({
            pace: value === 'off' ? value : (paces.find((seconds) => String(seconds) === value) ?? 'auto'),
          })
        }
      />
      <Switch
        label="Remove statuses of finished jobs"
        description="Services before version 9.7.0 keep them until they're removed."
        checked={settings.removeRead}
        onChange={(event) => change({ removeRead: event.currentTarget.checked })}
      />
      <Switch
        label="Quiet"
        description="Don't pop up a notification when a job starts or ends."
        checked={settings.quiet}
        onChange={(event) => change({ quiet: event.currentTarget.checked })}
      />
    </Stack>
  );
}

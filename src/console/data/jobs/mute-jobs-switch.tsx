import { Switch } from '@mantine/core';
import { useJobSettings } from './settings.ts';

/** Turns the notifications of jobs on and off. */
export function MuteJobsSwitch() {
  const [{ quiet }, change] = useJobSettings();
  return (
    <Switch
      label="Mute job notifications"
      description="They're still listed under Notifications."
      checked={quiet}
      onChange={(event) => change({ quiet: event.currentTarget.checked })}
    />
  );
}

import { NativeSelect, Select, SimpleGrid, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { MuteJobsSwitch } from '../../data/jobs/mute-jobs-switch.tsx';
import { agoOf, exactTime } from '../../lib/ago.ts';
import { useNow } from '../../lib/use-now.ts';
import { SingleKeysSwitch } from './shell.tsx';
import {
  colorSchemes,
  preferences,
  startPages,
  type Preferences,
} from '../../lib/preferences/preferences.ts';
import { isZoneFor, zoneNames } from '../../lib/preferences/time-zones.ts';
import { msg } from '../../lib/text.ts';
import { useStore } from '../../lib/store.ts';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { usePages } from './pages/pages.tsx';

const choices = {
  density: [
    { value: 'comfortable', label: 'Comfortable' },
    { value: 'compact', label: 'Compact' },
  ],
  hours: [
    { value: '', label: "As in the browser's language" },
    { value: '12', label: '12 hours' },
    { value: '24', label: '24 hours' },
  ],
  times: [
    { value: 'relative', label: 'Relative: 5 min ago' },
    { value: 'absolute', label: 'Date and time' },
  ],
} as const;

/** How the console looks and behaves for this user in this browser. Changes apply immediately. */
export function PreferencesPage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const pages = usePages().flatMap(({ to, label }) =>
    startPages.some((page) => page === to) ? [{ value: to, label }] : [],
  );
  return (
    <Page title="Preferences" help="console#preferences">
      <Text c="dimmed">Kept in this browser. Changes apply immediately.</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={32}>
        <Section id="appearance" title="Appearance" mb={8}>
          <Stack gap="sm">
            <NativeSelect
              label="Theme"
              data={colorSchemes.map(({ value, label }) => ({ value, label: label.replace(' theme', '') }))}
              value={colorScheme}
              onChange={({ currentTarget: { value } }) =>
                setColorScheme(colorSchemes.find((scheme) => scheme.value === value)?.value ?? 'auto')
              }
            />
            <Choice name="density" label="Rows of lists and the tree" data={choices.density} />
            <Choice name="start" label="Start page" data={pages} />
          </Stack>
        </Section>
        <Section id="times" title="Dates and times" mb={8}>
          <Stack gap="sm">
            <TimeZone />
            <Choice name="hours" label="Clock" data={choices.hours} />
            <Choice name="times" label="Times in lists" data={choices.times} />
            <Sample />
          </Stack>
        </Section>
        <Section id="behavior" title="Keyboard and notifications" mb={8}>
          <Stack gap="sm">
            <SingleKeysSwitch />
            <MuteJobsSwitch />
          </Stack>
        </Section>
      </SimpleGrid>
    </Page>
  );
}

interface ChoiceProps<Name extends keyof Preferences> {
  name: Name;
  label: string;
  data: readonly { value: Preferences[Name]; label: string }[];
}

function Choice<Name extends keyof Preferences>({ name, label, data }: ChoiceProps<Name>) {
  const chosen = useStore(preferences);
  return (
    <NativeSelect
      label={label}
      data={[...data]}
      value={chosen[name]}
      onChange={({ currentTarget: { value } }) => {
        const choice = data.find((each) => each.value === value);
        if (choice) preferences.change({ [name]: choice.value });
      }}
    />
  );
}

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

function TimeZone() {
  const { zone } = useStore(preferences);
  const [zones] = useState(() => [
    { value: '', label: `Browser's (${ownZone})` },
    ...[...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => {
      const [name, ...others] = zoneNames(value);
      return { value, label: others.length === 0 ? value : msg`${name ?? value} (${others})` };
    }),
  ]);
  return (
    <Select
      label="Time zone"
      description="CSV files and printed pages use it too."
      data={zones}
      value={zone}
      searchable
      selectFirstOptionOnChange
      filter={({ options, search, limit }) =>
        options
          .filter((option) => 'value' in option && isZoneFor(search, option.value, option.label))
          .slice(0, limit)
      }
      limit={100}
      allowDeselect={false}
      nothingFoundMessage="No time zones match"
      onChange={(value) => preferences.change({ zone: value ?? '' })}
    />
  );
}

const sampleAge = 5 * 60_000;

/** What a time looks like. */
function Sample() {
  const { times } = useStore(preferences);
  const at = useNow(10_000) - sampleAge;
  return (
    <Text c="dimmed" aria-live="polite">
      {exactTime(at)}
      {times === 'relative' && `, shown as ${agoOf(sampleAge)}`}
    </Text>
  );
}

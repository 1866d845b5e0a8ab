import { Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { watchCauses } from '../../../../contract/oidc/sign-in-causes.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { lookNow, updateWatch, useWatch } from '../../../data/oidc/watches.ts';
import { msg } from '../../../lib/text.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DetailList } from '../../../ui/detail-list.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { WatchStatus } from './watch-status.tsx';

/** What the service knows about a saved provider without anyone signing in, and what it does to find out. */
export function WatchPanel({ op, readOnly }: { op: OidcOp; readOnly: boolean }) {
  const watch = useWatch(op);
  const [busy, setBusy] = useState(false);
  if (!watch) return null;
  const { causes, checked_at: at, certificate_ends: ends, keys, client_secret_ends_on: secretEnds } = watch;
  const run = async (work: Promise<void>, failure: string) => {
    setBusy(true);
    await work.catch((error: unknown) => notify.error(failure, error));
    setBusy(false);
  };
  return (
    <Stack component="section" aria-labelledby="watch" gap={8}>
      <Group justify="space-between">
        <Text id="watch" fw={600}>
          Does sign-in work?
        </Text>
        {!readOnly && (
          <ActionButton
            loading={busy}
            onClick={() => void run(lookNow(op.id), msg`Couldn't look at ${op.name}`)}
          >
            Look now
          </ActionButton>
        )}
      </Group>
      <WatchStatus watch={watch} />
      {causes.length > 0 && (
        <ul>
          {causes.map((cause) => (
            <li key={cause}>{watchCauses[cause].repair}</li>
          ))}
        </ul>
      )}
      <DetailList
        details={{
          Checked: at === null ? 'Not yet' : <RelativeTime at={new Date(at)} />,
          'First certificate ends': ends !== null && ends.slice(0, 10),
          'Signing keys': keys.length > 0 && <code translate="no">{keys.join(', ')}</code>,
          'Client secret ends': secretEnds ?? undefined,
        }}
      />
      <Switch
        label="Probe the client secret"
        description="Every 6 hours, with a made-up code. It stops once the provider rejects the secret."
        checked={watch.probe_secret}
        disabled={readOnly || busy}
        onChange={(event) =>
          void run(
            updateWatch(op.id, { probe_secret: event.currentTarget.checked }),
            msg`Couldn't change the watch of ${op.name}`,
          )
        }
      />
    </Stack>
  );
}

import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigateHere } from '../../../data/use-navigate-here.ts';
import { useRef, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { refreshRecords, type RecordKind } from '../../../data/activity/record-kinds.ts';
import type { Fields } from '../../../data/activity/versions.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { useSubmit } from '../../../data/use-submit.ts';
import { msg } from '../../../lib/text.ts';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';
import { FieldTable } from '../field-table.tsx';
import { recordAddress } from '../record-link.tsx';

interface RecreateDialogProps {
  kind: RecordKind;
  /** The deleted record's name. */
  name: string;
  /** Its last values. */
  values: Fields;
  onClose(): void;
}

const secretName = 'client_secret';

/** Creates a deleted record again from its last values, through the endpoint that its form uses. */
export function RecreateDialog({ kind, name, values, onClose }: RecreateDialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigateHere();
  const secret = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ filled: false });
  const form = useSubmit(
    { [secretName]: typed },
    kind.needsSecret && !typed.filled ? { [secretName]: 'Enter the client secret' } : {},
  );
  const write = () =>
    kind.create(kind.needsSecret ? { ...values, [secretName]: secret.current?.value ?? '' } : values);
  const create = () =>
    form.submit(async (settle) => {
      const created = await settle(write().send(name, msg`Create ${kind.noun} ${name}`));
      await refreshRecords(queryClient, kind);
      closeNow(onClose);
      if (!created.done) return;
      notify.success(msg`${name} created`);
      const path = created.record?.[kind.pathField];
      const address = typeof path === 'string' ? recordAddress(path) : undefined;
      if (address !== undefined) await navigate({ to: address });
    });
  return (
    <Dialog title={msg`Recreate ${name}`} size="xl" onClose={onClose}>
      <FormShell
        form={form}
        failure={msg`Couldn't create ${name}`}
        action={`Create ${kind.noun}`}
        request={() => write().preview()}
        onCancel={onClose}
        onSubmit={() => void create()}
      >
        <Text>{kind.recreated}</Text>
        <FieldTable
          label="Last values"
          kind={kind}
          fields={Object.entries(values).map(([field, value]) => ({ name: field, after: value }))}
          headers={{ after: 'Value' }}
        />
        {kind.needsSecret && (
          <SecretField
            id="recreated-secret"
            label="Client secret"
            mode="set"
            inputRef={secret}
            error={form.fields[secretName]}
            maxLength={limits.clientSecret}
            onModeChange={() => undefined}
            onFilled={(filled) => setTyped({ filled })}
          />
        )}
      </FormShell>
    </Dialog>
  );
}

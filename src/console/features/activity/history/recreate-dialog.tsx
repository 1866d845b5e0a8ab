import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigateHere } from '../../../data/use-navigate-here.ts';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { limits } from '../../../../contract/limits.ts';
import { recordAddress, refreshRecords, type RecordKind } from '../../../data/activity/record-kinds.ts';
import type { Fields } from '../../../data/activity/versions.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { useSentForm } from '../../../data/record-form.ts';
import { msg } from '../../../lib/text.ts';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';
import { FieldTable } from '../field-table.tsx';

interface RecreateDialogProps {
  kind: RecordKind;
  /** The deleted record's name. */
  name: string;
  /** Its last values. */
  values: Fields;
  onClose(): void;
}

const secretName = 'client_secret';
/** What's typed: the other values come from the service's own log. */
const typedBody = z.object({
  data: z.object({ [secretName]: z.optional(z.string().check(z.minLength(1, 'Enter the client secret'))) }),
});

/** Creates a deleted record again from its last values, through the endpoint that its form uses. */
export function RecreateDialog({ kind, name, values, onClose }: RecreateDialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigateHere();
  const secret = useRef<HTMLInputElement>(null);
  const { form, errors, state, data, submit } = useSentForm({
    // What's typed stays in the input.
    initial: { [secretName]: '' },
    fields: { [secretName]: { label: 'Client secret' } },
    schema: typedBody,
    toData: () => (kind.needsSecret ? { [secretName]: secret.current?.value ?? '' } : {}),
    send: async (typed, settle) => {
      const write = kind.create({ ...values, ...typed });
      const created = await settle(write.send(name, msg`Create ${kind.noun} ${name}`));
      await refreshRecords(queryClient, kind);
      closeNow(onClose);
      if (!created.done) return;
      notify.success(msg`${name} created`);
      const path = created.record?.[kind.pathField];
      const address = typeof path === 'string' ? recordAddress(path) : undefined;
      if (address !== undefined) await navigate({ to: address });
    },
  });
  return (
    <Dialog title={msg`Recreate ${name}`} size="xl" onClose={onClose}>
      <FormShell
        form={state}
        failure={msg`Couldn't create ${name}`}
        action={`Create ${kind.noun}`}
        request={() => kind.create({ ...values, ...data() }).preview()}
        onCancel={onClose}
        onSubmit={submit}
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
            error={errors[secretName]?.message}
            maxLength={limits.clientSecret}
            onModeChange={() => undefined}
            onFilled={() => void (form.formState.isSubmitted && form.trigger(secretName))}
          />
        )}
      </FormShell>
    </Dialog>
  );
}

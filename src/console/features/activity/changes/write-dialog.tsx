import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isStatus } from '../../../../client/errors.ts';
import { errorProps } from '../../../data/access/error-props.tsx';
import {
  fieldLabel,
  type RecordKind,
  restorationOf,
  writableOf,
} from '../../../data/activity/record-kinds.ts';
import type { Fields } from '../../../data/activity/versions.ts';
import { refresh } from '../../../data/refresh.ts';
import { useSend } from '../../../data/write.ts';
import { msg } from '../../../lib/text.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ErrorView } from '../../../ui/error-view.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { ButtonLink } from '../../../ui/links/links.tsx';
import { LineSkeletons } from '../../../ui/line-skeletons.tsx';
import { FieldTable } from '../field-table.tsx';
import { useRecordEdit } from '../../../data/record-edit.ts';

interface WriteDialogProps {
  kind: RecordKind;
  id: number;
  /** The record's name. */
  name: string;
  /** What it does, and the button's label: "Restore version 3". */
  action: string;
  /** The values that the record should have afterwards; others keep their current values. */
  values: Fields;
  onClose(): void;
}

const focus = (element: HTMLElement | null) => element?.focus();

/** Writes values from the log to a record, through the endpoint that its form uses. Shows first what will change. */
export function WriteDialog(props: WriteDialogProps) {
  const { kind, id, name, action, onClose } = props;
  const {
    data: current,
    error,
    refetch,
  } = useQuery({
    queryKey: ['activity', 'current', kind.collection, id],
    queryFn: () => kind.read(id),
    // Read again by the next dialog.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const gone = isStatus(error, 404);
  const close = () => {
    onClose();
    // The page still shows the record.
    if (gone) void refresh(kind.noun);
  };
  return (
    <Dialog title={action} size="lg" easyToLeave onClose={close}>
      {error && !gone && <ErrorView title={msg`Couldn't load ${name}`} {...errorProps(error, refetch)} />}
      {current === undefined && !error && <LineSkeletons label={msg`Loading ${name}`} />}
      {gone && (
        <Stack>
          <ErrorView
            title={msg`${name} no longer exists`}
            detail={['Nothing was saved. You can recreate it from the change that deleted it.']}
          />
          <Group gap="md" justify="flex-end">
            <Button size="sm" onClick={close}>
              Close
            </Button>
            <ButtonLink
              variant="filled"
              size="sm"
              ref={focus}
              to="/activity"
              search={{ log: 'changes', resource: `/${kind.collection}/${id}` }}
            >
              Show changes
            </ButtonLink>
          </Group>
        </Stack>
      )}
      {current && !gone && <WriteForm {...props} current={current} onGone={() => void refetch()} />}
    </Dialog>
  );
}

function WriteForm(props: WriteDialogProps & { current: object; onGone(): void }) {
  const { kind, id, name, action, values, current, onGone, onClose } = props;
  const { send, ...form } = useSend();
  const { values: written, fixed } = restorationOf(kind, values, current);
  // What's sent is determined again: the record may have been changed since.
  const [target, setTarget] = useState<object>(() => writableOf(kind, values));
  const names = Object.keys(written);
  const warning = kind.warningFor?.(current, values);
  const edit = useRecordEdit<Fields>({
    record: current,
    name,
    labels: kind.labels,
    changesOf: (base, next) => kind.changesTo(base, next as Fields),
    read: () => kind.read(id),
    plan: (data, latest) => kind.update(id, name, data, latest),
    refresh: () => refresh(kind.noun),
    onMerged: setTarget,
    ...(kind.undoable && { undoable: kind.undoable }),
  });
  const save = () =>
    send(async () => {
      const outcome = await edit.save(target);
      if (outcome === 'gone') onGone();
      else if (outcome !== 'cancelled') onClose();
    });
  return (
    <FormShell
      form={form}
      conflicts={edit.conflicts}
      failure={msg`Couldn't save ${name}`}
      action={names.length === 0 ? undefined : action}
      request={() => edit.preview(target)}
      onSubmit={() => void save()}
      onCancel={onClose}
    >
      {names.length === 0 ? (
        <Text>The {kind.noun} already has these values.</Text>
      ) : (
        <FieldTable
          label="What will change"
          kind={kind}
          fields={names.map((field) => ({
            name: field,
            before: (current as Fields)[field] ?? null,
            after: written[field] ?? null,
          }))}
          headers={{ before: 'Current', after: 'New' }}
        />
      )}
      {fixed.length > 0 && (
        <Text c="dimmed">
          Can't be changed back: {fixed.map((field) => fieldLabel(kind, field)).join(', ')}.
        </Text>
      )}
      {warning !== undefined && <Text>{warning}</Text>}
    </FormShell>
  );
}

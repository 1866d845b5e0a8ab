import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../../data/notifications/notify.ts';
import { updateWatch, useWatch } from '../../../data/oidc/watches.ts';
import { useEditorParts } from '../form/editor-context.ts';
import { useService } from '../../../data/service/use-service.ts';

/** When the client secret ends. It isn't part of the provider's record, so that it's stored when it's entered. */
export function SecretEnd() {
  const { editor } = useEditorParts();
  const { base, readOnly, secretEnd, setSecretEnd } = editor;
  const { offers } = useService();
  const watch = useWatch(base);
  const saved = watch?.client_secret_ends_on ?? '';
  const [typed, setTyped] = useState<string>();
  if (!offers('a watch of providers') || (base && !watch)) return null;
  const save = async ({ value: day, validity }: HTMLInputElement) => {
    // A date that's half typed has no value either.
    if (!base || day === saved || validity.badInput) return;
    try {
      await updateWatch(base.id, { client_secret_ends_on: day || null });
      notify.success(day === '' ? 'End of the client secret removed' : `Client secret ends on ${day}`);
    } catch (error) {
      notify.error("Couldn't save when the client secret ends", error);
    }
    setTyped(undefined);
  };
  return (
    <TextInput
      type="date"
      label="Secret ends on"
      description={`Optional. You're reminded 30 days, 7 days and a day before.${base ? ' Saved immediately.' : ''}`}
      readOnly={readOnly}
      maw={240}
      value={base ? (typed ?? saved) : secretEnd}
      onChange={(event) => (base ? setTyped : setSecretEnd)(event.currentTarget.value)}
      onBlur={(event) => void save(event.currentTarget)}
    />
  );
}

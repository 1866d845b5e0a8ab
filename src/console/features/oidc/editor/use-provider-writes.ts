import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigateHere } from '../../../data/use-navigate-here.ts';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { registeredCommands } from '../../../data/commands.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { settled } from '../../../data/read-back.ts';
import { undoOffer } from '../../../data/record-edit.ts';
import type { Settle } from '../../../data/write.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { writeDraft } from '../../../lib/drafts.ts';
import { msg } from '../../../lib/text.ts';
import {
  createOidcOp,
  oidcOpQuery,
  readOidcOp,
  refreshOidcOps,
  showOidcOp,
  updateOidcOp,
} from '../../../data/oidc/providers.ts';
import { labels, type FieldName, type FormValues } from '../../../data/oidc/fields.ts';
import {
  changedFields,
  toCreateRequest,
  toForm,
  toUpdateRequest,
  type RequestData,
} from '../../../data/oidc/form-values.ts';
import type { useSecret } from '../../../ui/secret-field.tsx';
import { fieldsOf, requestToUndo } from '../../../data/oidc/undo-save.ts';

/** The form's values. The client secret is never one of them: only its problems are the form's. */
export type EditorValues = FormValues & { client_secret?: string };

interface WrittenForm {
  form: UseFormReturn<EditorValues>;
  secret: ReturnType<typeof useSecret>;
  /** Makes `record` the base, and keeps the `edited` fields of `edits` as unsaved changes. */
  rebase(record: OidcOp, edits: FormValues, edited: readonly FieldName[]): void;
}

/**
 * Sends the form, then shows what was stored or follows the job. Each write throws an ApiError if the service rejects it.
 * @param draft the name of the form's draft
 * @param onLeave called before the editor itself leaves the page; the draft stays if a job may still fail to save it
 */
export function useProviderWrites(
  { form, secret, rebase }: WrittenForm,
  draft: string,
  onLeave: (withDraft: boolean) => void,
) {
  const queryClient = useQueryClient();
  const navigate = useNavigateHere();
  const goTo = useNavigate();
  const { user } = useSession();

  const create = async (values: FormValues, settle: Settle) => {
    const result = await settle(createOidcOp(toCreateRequest(values, secret.read() ?? ''), draft).send());
    onLeave(!result.done);
    const created = result.done ? result.record : undefined;
    if (result.done) {
      await refreshOidcOps(queryClient);
      notify.success(msg`${created?.name ?? values.name} created`, 'Its button is now on the sign-in page.');
    }
    if (created) {
      queryClient.setQueryData(oidcOpQuery(created.id).queryKey, created);
      // What was typed since it was sent opens as an unsaved change.
      const now = form.getValues();
      if (changedFields(values, now).length > 0)
        writeDraft(user.user, draftNameOf(created), { base: values, mine: now });
    }
    await navigate({ to: created ? `/oidc/${created.id}` : '/oidc', replace: true });
  };
  /** Sends what differs between `from` and `values`. */
  const update = async (record: OidcOp, from: FormValues, values: FormValues, settle: Settle) => {
    const data = toUpdateRequest(from, values, secret.read());
    const sentSecret = secret.inputRef.current?.value;
    if (Object.keys(data).length === 0) {
      notify.success('Nothing changed');
      return;
    }
    const result = await settle(updateOidcOp(record, data, draft).send());
    if (!result.done) {
      onLeave(true);
      await navigate({ to: '/oidc' });
      return;
    }
    const saved = result.record;
    if (saved) show(saved, values);
    if (secret.inputRef.current?.value === sentSecret) secret.markStored();
    const { name } = saved ?? record;
    const before = saved && requestToUndo(from, data, toForm(saved));
    notify.success(msg`${name} saved`, '', {
      ...(before && { undo: undoUpdate(saved, before) }),
      // A new secret is right only if a sign-in works.
      ...(data.client_secret !== undefined && { next: { label: 'Test now', run: () => test(record) } }),
    });
    await refreshOidcOps(queryClient);
  };

  const test = (record: OidcOp) => {
    const command = registeredCommands().find(({ id }) => id === testCommand(record));
    if (command) command.run();
    else void goTo({ to: `/oidc/${record.id}`, state: { test: true } });
  };

  /** Shows a stored record. What was typed since `sent` stays as an unsaved change. */
  const show = (stored: OidcOp, sent: FormValues) => {
    const now = form.getValues();
    rebase(stored, now, changedFields(sent, now));
    showOidcOp(queryClient, stored);
  };

  const undoUpdate = (stored: OidcOp, before: RequestData) =>
    undoOffer({
      name: stored.name,
      saved: fieldsOf(toForm(stored), before),
      labels,
      read: async () => toForm(await readOidcOp(stored.id)),
      restore: async () => {
        const result = await settled(updateOidcOp(stored, before).send());
        if (result.done && result.record) show(result.record, toForm(stored));
        await refreshOidcOps(queryClient);
        return result.done;
      },
    });

  return { create, update };
}

/** The ID of the command that tests a provider's sign-in, while its page is open. @param op undefined for a new one */
export function testCommand(op: Pick<OidcOp, 'id'> | undefined): string {
  return `test-sign-in ${op?.id ?? 'new'}`;
}

/** The name of a provider's draft. @param op undefined for a new one @param copiedFrom the name of the one it's a copy of */
export function draftNameOf(op: Pick<OidcOp, 'id'> | undefined, copiedFrom = ''): string {
  return op ? `oidc-op ${op.id}` : `oidc-op new ${copiedFrom}`;
}

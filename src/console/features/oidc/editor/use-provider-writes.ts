import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { trackJob } from '../../../data/jobs/track-job.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { isolate } from '../../../lib/text.ts';
import {
  createOidcOp,
  oidcOpKeys,
  oidcOpQuery,
  refreshOidcOps,
  updateOidcOp,
} from '../../../data/oidc/providers.ts';
import type { FormValues } from '../../../data/oidc/fields.ts';
import { changedFields, toCreateRequest, toUpdateRequest } from '../../../data/oidc/form-values.ts';
import type { ProviderForm } from './use-provider-form.ts';

/** The two writes; each throws an ApiError when the service rejects it. */
interface ProviderWrites {
  create(values: FormValues): Promise<void>;
  /** Sends what differs between `from` and `values`. */
  update(record: OidcOp, from: FormValues, values: FormValues): Promise<void>;
}

/**
 * Sends the form, then shows what was stored or follows the job.
 * @param onLeave called before the editor itself leaves the page
 */
export function useProviderWrites(
  { form, secret, rebase }: ProviderForm,
  onLeave: () => void,
): ProviderWrites {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const create = async (values: FormValues) => {
    const { op: created, job } = await createOidcOp(toCreateRequest(values, secret.read() ?? ''));
    onLeave();
    if (job) {
      trackJob(job, { title: `Create ${isolate(values.name)}`, changes: oidcOpKeys });
    } else {
      await refreshOidcOps(queryClient);
      notify.success(
        `${isolate(created?.name ?? values.name)} created`,
        'Its button is now on the sign-in page.',
      );
    }
    if (created) queryClient.setQueryData(oidcOpQuery(created.id).queryKey, created);
    await navigate({ to: created ? `/oidc/${created.id}` : '/oidc', replace: true });
  };

  const update = async (record: OidcOp, from: FormValues, values: FormValues) => {
    const data = toUpdateRequest(from, values, secret.read());
    const sentSecret = secret.inputRef.current?.value;
    if (Object.keys(data).length === 0) {
      notify.success('Nothing changed');
      return;
    }
    const { op: saved, job } = await updateOidcOp(record.id, data);
    if (job) {
      onLeave();
      trackJob(job, {
        title: `Change ${isolate(record.name)}`,
        changes: oidcOpKeys,
        affects: { path: record.resource, doing: 'changing' },
      });
      await navigate({ to: '/oidc' });
      return;
    }
    if (saved) {
      // What was typed while the request was in flight stays as an unsaved change.
      const now = form.getValues();
      rebase(saved, now, changedFields(values, now));
      queryClient.setQueryData(oidcOpQuery(saved.id).queryKey, saved);
    }
    if (secret.inputRef.current?.value === sentSecret) secret.markStored();
    notify.success(`${isolate(saved?.name ?? record.name)} saved`);
    await refreshOidcOps(queryClient);
  };

  return { create, update };
}

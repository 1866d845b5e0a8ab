import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import type { MetadataPreview } from '../../../../contract/oidc/metadata.ts';
import { renderInConsole } from '../../../../testing/render.tsx';
import { emptyForm } from '../../../data/oidc/form-values.ts';
import { metadataQuery, useMetadata } from './use-metadata.ts';

const one = 'https://one.example';
const other = 'https://other.example';

function Form({ take }: { take(queryClient: QueryClient): void }) {
  take(useQueryClient());
  const form = useForm({ defaultValues: { ...emptyForm, metadata_url: one } });
  const { fetching, preview, fetch } = useMetadata(form);
  return (
    <>
      <input aria-label="URL" {...form.register('metadata_url')} />
      <button
        onClick={() => void fetch().then((fetched) => form.setValue('jwks_uri', fetched?.url ?? 'none'))}
      >
        {fetching ? 'Fetching' : 'Fetch'}
      </button>
      <p>
        Preview: {preview?.url ?? 'none'}, filled: {form.watch('jwks_uri')}
      </p>
    </>
  );
}

/** Renders the form, with its metadata at the first URL in flight. */
async function fetchInFlight() {
  let respond: (preview: MetadataPreview) => void = () => undefined;
  let queryClient: QueryClient | undefined;
  const screen = await renderInConsole(<Form take={(client) => (queryClient = client)} />);
  void queryClient?.fetchQuery({
    ...metadataQuery(one),
    queryFn: () => new Promise<MetadataPreview>((resolve) => (respond = resolve)),
  });
  await screen.getByRole('button', { name: 'Fetch' }).click();
  await expect.element(screen.getByRole('button', { name: 'Fetching' })).toBeVisible();
  const metadata = { issuer: one };
  return { screen, respond: () => respond({ url: one, bytes: 0, milliseconds: 0, metadata, warnings: [] }) };
}

it('fetching metadata drops it if the URL has changed since, which can be fetched immediately', async () => {
  const { screen, respond } = await fetchInFlight();
  await screen.getByRole('textbox').fill(other);
  await expect.element(screen.getByRole('button', { name: 'Fetch', exact: true })).toBeVisible();
  respond();
  await expect.element(screen.getByText('Preview: none, filled: none')).toBeVisible();
});

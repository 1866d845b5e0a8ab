import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { apiPage } from './api-page.ts';

it('matches docs/api.md with the contract (-u rewrites it)', async () => {
  const file = 'docs/api.md';
  const page = await format(apiPage(), { ...(await resolveConfig(file)), parser: 'markdown' });
  await expect(page).toMatchFileSnapshot('../../docs/api.md');
});

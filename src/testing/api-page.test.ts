import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { apiPage } from './api-page.ts';

it('keeps the page about the API as the contract has it', async () => {
  const file = 'docs/api.md';
  const page = await format(apiPage(), { ...(await resolveConfig(file)), parser: 'markdown' });
  await expect(page).toMatchFileSnapshot('../../docs/api.md');
});

import { expect, it } from 'vitest';
import { oidcLoginsQuery } from '../../data/session/queries.ts';
import { queryClient } from '../../query-client.ts';
import { renderInConsole } from '../../../testing/render.tsx';
import { OidcButtons } from './oidc-buttons.tsx';

it.each(['Corporate directory of the northern subsidiaries', 'x'.repeat(100)])(
  'wraps the name %s',
  async (name) => {
    queryClient.setQueryData(oidcLoginsQuery.queryKey, [
      { name, oidc_op_resource: '/oidc_ops/1', login_resource: '/oidc_logins/1' },
    ]);
    const screen = await renderInConsole(
      <div style={{ width: 240 }}>
        <OidcButtons returnTo="/" />
      </div>,
    );
    const link = screen.getByRole('link', { name });
    await expect.element(link).toBeVisible();
    const text = screen.getByText(name).element().getBoundingClientRect();
    const button = link.element().getBoundingClientRect();
    expect(text.right).toBeLessThan(button.right);
    expect(text.height).toBeGreaterThan(20);
    expect(text.bottom).toBeLessThan(button.bottom);
  },
);

import { describe, expect, it, vi } from 'vitest';
import { renderInConsole } from '../../testing/render.tsx';
import { ErrorView } from './error-view.tsx';
import { Name } from './name.tsx';

describe('ErrorView', () => {
  it('shows title and sentences, and retries', async () => {
    const onRetry = vi.fn<() => void>();
    const screen = await renderInConsole(
      <ErrorView
        title="Couldn't load groups"
        detail={['the service is overloaded', 'try again in a second']}
        onRetry={onRetry}
      />,
    );
    const alert = screen.getByRole('alert', { name: "Couldn't load groups" });
    for (const text of ['the service is overloaded', 'try again in a second']) {
      await expect.element(alert).toHaveTextContent(text);
    }
    await screen.getByRole('button', { name: 'Try again' }).click();
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('has no retry button without something to retry', async () => {
    const screen = await renderInConsole(<ErrorView detail={['no such group']} />);
    await expect.element(screen.getByRole('alert')).toBeVisible();
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  });

  it('links a missing privilege to its explanation', async () => {
    const detail = ['You need “Groups · change” on /groups/5'];
    const screen = await renderInConsole(<ErrorView title="Couldn't save Acme" detail={detail} />);
    await expect
      .element(screen.getByRole('link'))
      .toHaveAttribute('href', expect.stringContaining('/access'));
  });
});

describe('ErrorView of what the service lacks', () => {
  it('says only that', async () => {
    const screen = await renderInConsole(
      <ErrorView
        title="Couldn't load API keys"
        detail={["This service doesn't offer API keys."]}
        notOffered
      />,
    );
    await expect.element(screen.getByText("This service doesn't offer API keys.")).toBeVisible();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  });
});

describe('Name', () => {
  it.each(['plain', 'gpj.\u202Eexe', 'a\u2069b\u202Egpj', '\u05D0\u05D1\u05D2'])(
    'keeps the words around %j in place',
    async (name) => {
      const screen = await renderInConsole(
        <p>
          Before <Name>{name}</Name> after
        </p>,
      );
      await expect.element(screen.getByText('Before')).toBeVisible();
      const after = screen.container.querySelector('bdi')?.nextSibling;
      if (!after) throw new Error('Nothing follows the name');
      /** Where a letter of " after" is painted. */
      const left = (index: number) => {
        const range = document.createRange();
        range.setStart(after, index);
        range.setEnd(after, index + 1);
        return range.getBoundingClientRect().left;
      };
      const right = screen.container.querySelector('bdi')?.getBoundingClientRect().right ?? Infinity;
      expect(left(1)).toBeGreaterThan(right);
      expect([1, 2, 3, 4, 5].map(left)).toEqual(
        [1, 2, 3, 4, 5].map(left).toSorted((one, other) => one - other),
      );
    },
  );
});

import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { StepView } from './step-view.tsx';

const step: SignInStep = {
  name: 'local_user',
  verdict: 'failed',
  message: 'No user has this login.',
  facts: [],
  milliseconds: 0,
};

it('shows the expected and the actual value of a step only if it has them', async () => {
  const screen = await renderInConsole(
    <ul>
      <StepView step={{ ...step, actual: 'nadia' }} />
    </ul>,
  );
  await expect.element(screen.getByText('Actual')).toBeVisible();
  expect(screen.getByText('Expected').query()).toBeNull();
  expect(screen.getByText('(empty)').query()).toBeNull();
});

it.each([
  ['https://id.example', 'https://\u0456d.example', String.raw`https://\u0456d.example`],
  ['José', 'Jose\u0301', String.raw`Jose\u0301`],
  ['ada', 'ada\u200B', String.raw`ada\u200b`],
  ['München', 'Munchen', 'Munchen'],
])('marks what only looks like %s', async (expected, actual, shown) => {
  const screen = await renderInConsole(
    <ul>
      <StepView step={{ ...step, expected, actual }} />
    </ul>,
  );
  await expect.element(screen.getByRole('definition').last()).toHaveTextContent(shown);
});

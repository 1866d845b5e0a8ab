import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { StepView } from './step-view.tsx';

const step = { verdict: 'failed', message: 'No user has this login.', facts: [], milliseconds: 0 };

it('shows the expected and the actual value of a step only if it has them', async () => {
  const screen = await renderInConsole(
    <ul>
      <StepView title="Login" step={{ ...step, actual: 'nadia' }} />
    </ul>,
  );
  await expect.element(screen.getByText('Actual')).toBeVisible();
  expect(screen.getByText('Expected').query()).toBeNull();
  expect(screen.getByText('(empty)').query()).toBeNull();
});

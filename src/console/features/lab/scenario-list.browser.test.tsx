import { Notifications } from '@mantine/notifications';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { ActiveScenario } from './scenario-list.tsx';

it("says that a scenario is still active if it couldn't be deactivated", async () => {
  const active = { id: 'slow-service', name: 'Slow service', expires_at: '2026-05-01T10:00:00Z', rules: [] };
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  onTestFinished(() => fetching.mockRestore());
  const screen = await renderInConsole(
    <>
      <Notifications />
      <ActiveScenario active={active} endpoints={[]} />
    </>,
  );
  await screen.getByRole('button', { name: 'Deactivate Slow service' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent("Couldn't deactivate the scenario");
});

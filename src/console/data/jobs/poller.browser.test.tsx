import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { dropGroups } from '../groups/queries.ts';
import { getJobs, openJobs, putJob } from './job-store.ts';
import { renderInConsole } from '../../../testing/render.tsx';
import { jobRecord, trackedJob } from '../../../testing/setups/console-records.ts';
import { startPolling } from './poller.ts';
import { trackJob } from './track-job.ts';
import { checkNow } from './tracked-job.ts';
import { useJobTracking } from './use-job-tracking.ts';

const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
/** Which statuses were requested, in this order. */
const checked = () =>
  fetch.mock.calls.flatMap(([url]) => /statuses\/(\d+)$/.exec(url)?.[1] ?? []).map(Number);

function Tracking() {
  useJobTracking('/users/1', dropGroups);
  return null;
}

beforeEach(() => {
  openJobs('/users/1');
  fetch.mockReset().mockReturnValue(new Promise(() => undefined));
  vi.stubGlobal('fetch', fetch);
});

it("doesn't keep the session alive", async () => {
  putJob(trackedJob(1));
  onTestFinished(startPolling('/users/1'));
  await expect
    .poll(() => fetch.mock.calls)
    .toContainEqual([
      '/api/delayed_job_statuses/1',
      expect.objectContaining({ headers: expect.objectContaining({ Prefer: 'no-session-renewal' }) }),
    ]);
});

it('checks at most six jobs at a time', async () => {
  let inFlight = 0;
  let most = 0;
  let respond: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (respond = resolve));
  fetch.mockImplementation(async (url) => {
    most = Math.max(most, (inFlight += 1));
    await held;
    inFlight -= 1;
    return Response.json({ ...jobRecord(Number(url.split('/').at(-1))), finished: true, failed: false });
  });
  for (let id = 1; id <= 15; id += 1) putJob(trackedJob(id));
  onTestFinished(startPolling('/users/1'));
  await expect.poll(() => inFlight).toBe(6);
  // Nothing else is due for as long as this takes.
  await new Promise((resolve) => setTimeout(resolve, 400));
  respond();
  await expect.poll(() => getJobs().filter(({ phase }) => phase === 'done')).toHaveLength(15);
  expect(most).toBe(6);
});

it.each([
  ['hidden', document, 'visibilityState', 'hidden', 'visibilitychange', document],
  ['offline', navigator, 'onLine', false, 'offline', globalThis],
] as const)(
  'stops while the tab is %s, and then continues',
  async (_, owner, property, value, event, target) => {
    putJob(trackedJob(1));
    await renderInConsole(<Tracking />);
    await expect.poll(checked).toEqual([1]);
    const status = fetch.mock.calls.find(([url]) => url.includes('statuses'))?.[1];
    const override = vi.spyOn(owner, property as never, 'get').mockReturnValue(value as never);
    target.dispatchEvent(new Event(event));
    await expect.poll(() => status?.signal?.aborted).toBe(true);
    putJob(trackedJob(2));
    // Nothing is due for as long as this takes.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(checked()).toEqual([1]);
    override.mockRestore();
    target.dispatchEvent(new Event(event === 'offline' ? 'online' : event));
    await expect.poll(() => checked().toSorted((a, b) => a - b)).toEqual([1, 1, 2]);
  },
);

it('checks no new job, if checking is off, until the user asks for it', async () => {
  localStorage.setItem('palisade-job-settings', JSON.stringify({ pace: 'off' }));
  dispatchEvent(new StorageEvent('storage', { key: 'palisade-job-settings' }));
  for (const id of [1, 2])
    trackJob({ ...jobRecord(id), finished: false, failed: false }, { title: '', changes: [] });
  onTestFinished(startPolling('/users/1'));
  putJob(checkNow(trackedJob(2)));
  await expect.poll(checked).toEqual([2]);
});

it("doesn't take a lost session for the end of a job", async () => {
  fetch.mockImplementation(async (url) =>
    Response.json({ detail: ['not found'] }, { status: url.endsWith('/authentication') ? 401 : 404 }),
  );
  putJob(trackedJob(1));
  onTestFinished(startPolling('/users/1'));
  await expect.poll(() => getJobs()[0]?.phase).toBe('signed-out');
});

it('keeps the end of a job that another tab has seen', async () => {
  let respond: (response: Response) => void = () => undefined;
  fetch.mockReturnValue(new Promise((resolve) => (respond = resolve)));
  const job = trackedJob(1);
  putJob(job);
  onTestFinished(startPolling('/users/1'));
  await expect.poll(checked).toEqual([1]);
  putJob({ ...job, phase: 'removed' });
  respond(Response.json({ ...jobRecord(1), finished: true, failed: true }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(getJobs()[0]?.phase).toBe('removed');
});

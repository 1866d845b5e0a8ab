/**
 * The frame times of a page that shows the job list and panel while 200 subtrees are deleted in parallel: the first time, the
 * page doesn't know the jobs, which shows the service's effect on the same machine; the second time, it follows them all.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, show, spread } from '../harness/measure.ts';
import { inPage, launchBrowser, openPage } from '../harness/pages.ts';
import { seededProduct } from '../harness/seed.ts';

const count = 200;

export async function run(): Promise<void> {
  // Only the page is measured, as if the service had its own machine: it runs while the CPUs are idle (sched(7)).
  const { url, session } = await seededProduct({ groups: 100_000 }, '', ['chrt', '--idle', '0']);
  const browser = await launchBrowser();
  // Another tab starts the jobs: the measured page learns about them as it does from a user's other tabs.
  const starter = await openPage(browser, url);
  await starter.goto('/-/health');
  const page = await starter.context().newPage();
  await page.goto('/jobs');
  await page.getByRole('button', { name: /^Show jobs/ }).click();
  await page.getByRole('dialog', { name: 'Jobs' }).waitFor();

  /** Deletes groups that have 110 descendants each. @param from the first group */
  const startJobs = (from: number) => {
    const start = async (id: number): Promise<{ path: string; title: string }> => {
      const response = await session.send('DELETE', `/groups/${id}`);
      // The service queues only a few.
      if (response.status === 503) return sleep(100).then(() => start(id));
      return { path: response.headers.get('location') ?? '', title: `Delete Group ${id}` };
    };
    return Promise.all(Array.from({ length: count }, (_, index) => start(from + index)));
  };
  const frames = async (act: () => Promise<unknown>) => {
    await inPage(page, 'recordFrames');
    await act();
    const times = await inPage<number[]>(page, 'takeFrames');
    const period = quantile(times, 0.5);
    const dropped = times.reduce((sum, time) => sum + Math.max(0, Math.round(time / period) - 1), 0);
    return { frames: times.length, dropped, ...spread(times) };
  };
  const idle = await frames(() => sleep(5_000));
  const unknown = await startJobs(1_001);
  const beside = await frames(async () => {
    for (const { path } of unknown) await session.endOfJob(path);
  });
  const jobs = await startJobs(1_001 + count);
  const { user } = await session.read('/authentication');
  const following = await frames(async () => {
    await inPage(starter, 'rememberJobs', { user, jobs });
    for (const { path } of jobs) await session.endOfJob(path);
    await page
      .getByRole('button', { name: `Clear ${count} finished` })
      .first()
      .waitFor();
  });
  show('Frames', { 'service idle': idle, '200 jobs run': beside, '200 jobs are followed': following });
}

/**
 * The frame times of a page that shows the job list and panel while 200 subtrees are deleted in parallel: the first time, the
 * page doesn't know the jobs, which shows the service's effect on the same machine; the second time, it follows them all.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { inPage, launchBrowser, openPage, pagesCpu } from '../harness/browser-page.mjs';
import { quantile, show, spread } from '../harness/measure.ts';
import { seededGateway } from '../harness/seed.ts';

const count = 200;

export async function run(): Promise<void> {
  // Only the page is measured, as if the service had its own machine.
  const { url, session } = await seededGateway({ groups: 100_000, yielding: true });
  const browser = await launchBrowser();
  // Another tab starts the jobs: the measured page learns about them as it does from a user's other tabs.
  const starter = await openPage(browser, url);
  await starter.goto('/-/health');
  const page = await starter.context().newPage();
  const isStatus = (request: { url(): string }) => request.url().includes('/delayed_job_statuses/');
  let [open, inFlight] = [0, 0];
  page.on('request', (request) => (inFlight = Math.max(inFlight, (open += isStatus(request) ? 1 : 0))));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => (open -= isStatus(request) ? 1 : 0));
  await page.goto('/jobs');
  await page.getByRole('button', { name: /^Show jobs/ }).click();
  await page.getByRole('dialog', { name: 'Jobs' }).waitFor();

  /** Deletes groups that have 110 descendants each, in batches that the service queues. @param from the first group */
  const startJobs = async (from: number) => {
    const start = async (id: number): Promise<{ path: string; title: string }> => {
      const response = await session.send('DELETE', `/groups/${id}`);
      // On a busy machine, it may queue fewer.
      if (response.status === 503) return sleep(100).then(() => start(id));
      if (response.status !== 202) throw new Error(`Deleting group ${id} returned ${response.status}`);
      return { path: response.headers.get('location') ?? '', title: `Delete Group ${id}` };
    };
    const jobs = [];
    for (let first = from; first < from + count; first += 20)
      jobs.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => start(first + index)))));
    return jobs;
  };
  let period = 0;
  const frames = async (act: () => Promise<unknown>) => {
    const [cpu, start] = [await pagesCpu(browser), performance.now()];
    await inPage(page, 'recordFrames');
    await act();
    const times: number[] = await inPage(page, 'takeFrames');
    const CPU = ((await pagesCpu(browser)) - cpu) / (performance.now() - start);
    period ||= quantile(times, 0.5);
    const dropped = times.reduce((sum, time) => sum + Math.max(0, Math.round(time / period) - 1), 0);
    return { frames: times.length, dropped, ...spread(times), 'page CPU': CPU };
  };
  const idle = await frames(() => sleep(5_000));
  const unknown = await startJobs(1_001);
  const beside = await frames(async () => {
    for (const { path } of unknown) await session.endOfJob(path);
  });
  const jobs = await startJobs(1_001 + count);
  const { user } = await session.read('/authentication');
  const cleared = page.getByRole('button', { name: `Clear ${count} finished` });
  const following = await frames(async () => {
    await inPage(starter, 'rememberJobs', { user, jobs });
    // Looked for rarely, because that takes time from the page.
    while (!(await cleared.first().isVisible())) await sleep(1_000);
  });
  show('Frames', {
    'service idle': idle,
    '200 jobs run': beside,
    '200 jobs run and are followed': following,
  });
  process.stdout.write(`At most ${inFlight} status requests in flight\n`);
}

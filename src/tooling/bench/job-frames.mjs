/** Measures the frame times of a page that follows many jobs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser, signedInPage } from './browser-page.mjs';
import { endOfJob, signIn } from './gateway.mjs';
import { hasText, recordFrames, rememberJobs, takeFrames } from './measure.mjs';
import { seededGateway } from './seed.mjs';

const count = 200;
const batch = 20;
const groups = 100_000;
/** From this ID on, each group has 110 descendants. */
const firstGroup = 1001;
const idleMilliseconds = 5_000;

/**
 * Deletes 200 subtrees in parallel, twice, while a page shows the job list and panel. The first time, the page doesn't know
 * the jobs, which shows the service's effect on the same machine; the second time, it follows them all.
 * @returns {Promise<{ idle: number[], beside: number[], following: number[], inFlight: number }>} milliseconds between
 * frames, sorted; and the maximum number of status requests in flight
 */
export async function jobFrames() {
  // Only the page is measured, as if the service had its own machine.
  const gateway = await seededGateway('balanced', groups, { yielding: true });
  const cookie = await signIn(gateway.url);
  const browser = await launchBrowser();
  // Another tab starts the jobs: the measured page learns about them as it does from a user's other tabs.
  const starter = await signedInPage(browser, gateway.url);
  await starter.goto('/-/health');
  const page = await starter.context().newPage();
  await page.goto('/jobs');
  await page.getByRole('button', { name: /^Show jobs/ }).click();
  await page.getByRole('dialog', { name: 'Jobs' }).waitFor();

  await page.evaluate(recordFrames);
  await sleep(idleMilliseconds);
  const idle = await page.evaluate(takeFrames);

  const unknown = await startJobs(gateway.url, cookie, firstGroup);
  await page.evaluate(recordFrames);
  for (const { path } of unknown.started) await endOfJob(gateway.url, cookie, path);
  const beside = await page.evaluate(takeFrames);

  const most = maxInFlight(page);
  const known = await startJobs(gateway.url, cookie, firstGroup + count);
  await page.evaluate(recordFrames);
  await starter.evaluate(rememberJobs, known);
  // Polled rarely, because finding an element takes time from the page.
  await page.waitForFunction(hasText, `Clear ${count} finished`, { polling: 1000, timeout: 300_000 });
  const following = await page.evaluate(takeFrames);
  await browser.close();
  await gateway.stop();
  return { idle, beside, following, inFlight: most() };
}

/** @param {import('@playwright/test').Page} page @returns {() => number} */
function maxInFlight(page) {
  let open = 0;
  let most = 0;
  const isStatus = (/** @type {import('@playwright/test').Request} */ request) =>
    request.url().includes('/delayed_job_statuses/');
  const over = (/** @type {import('@playwright/test').Request} */ request) => {
    if (isStatus(request)) open -= 1;
  };
  page.on('request', (request) => {
    if (isStatus(request)) most = Math.max(most, (open += 1));
  });
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  return () => most;
}

/**
 * Deletes groups in parallel.
 * @param {string} url
 * @param {string} cookie
 * @param {number} from the first group
 */
async function startJobs(url, cookie, from) {
  const headers = { cookie };
  const authentication = await fetch(`${url}/api/authentication`, { headers });
  const { user } = /** @type {{ user: string }} */ (await authentication.json());
  const start = async (/** @type {number} */ id) => {
    const response = await fetch(`${url}/api/groups/${id}`, { method: 'DELETE', headers });
    if (response.status !== 202) throw new Error(`deleting group ${id}: status ${response.status}`);
    return { path: response.headers.get('location') ?? '', title: `Delete Group ${id}` };
  };
  const started = [];
  // More at the same time than the service queues would be refused.
  for (let first = from; first < from + count; first += batch)
    started.push(...(await Promise.all(Array.from({ length: batch }, (_, index) => start(first + index)))));
  return { user, started };
}

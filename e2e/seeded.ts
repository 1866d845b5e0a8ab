import { remove, startGateway, temporaryFolder } from './gateway.ts';

/**
 * Starts the demo for the first time, once for all tests: the gateways of tests begin with a copy of its data folder,
 * which takes a fraction of the time.
 */
// Playwright asks for one.
// oxlint-disable-next-line import/no-default-export
export default async function prepareDemo(): Promise<() => void> {
  const dataDir = temporaryFolder();
  const gateway = await startGateway({ DATA_DIR: dataDir });
  await gateway.stop();
  process.env['SEEDED_DATA_DIR'] = dataDir;
  return () => remove(dataDir);
}

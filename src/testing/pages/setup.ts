import { beforeAll } from 'vitest';
import { sendAs } from './requests.ts';

// Before each file with page tests, which share modules and a service: `src/testing/pages/page-service-plugin.mjs`.
beforeAll(async () => {
  document.cookie = 'page-service=on';
  await sendAs('admin', '/-/lab/data/reset');
});

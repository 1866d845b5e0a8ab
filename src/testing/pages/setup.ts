import { beforeAll } from 'vitest';
import { sendAs } from './requests.ts';

// Before each file with page tests, which share modules and a service: `src/testing/pages/demo-service-plugin.ts`.
beforeAll(() => sendAs('admin', '/-/lab/data/reset?history=false'));

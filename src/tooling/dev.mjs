/** Starts Vite with hot reload in front of the demo. */
import { spawn } from 'node:child_process';
import { createServer } from 'vite';

const port = process.env['PORT'] ?? '8080';
const gateway = spawn(process.execPath, ['src/tooling/start.mjs', '--demo'], {
  stdio: 'inherit',
  env: { ...process.env, PUBLIC_URL: 'http://localhost:5173', PORT: port },
});
process.env['DEV_GATEWAY'] = `http://localhost:${port}`;
const vite = await createServer();
await vite.listen();
vite.printUrls();
const stop = async () => {
  gateway.kill('SIGTERM');
  await vite.close();
};
process.on('SIGINT', stop).on('SIGTERM', stop);
gateway.once('exit', (code) => {
  process.exitCode = code ?? 0;
  void vite.close();
});

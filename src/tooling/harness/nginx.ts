import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { owned } from '../gateway.ts';
import { findProgram } from '../programs.ts';

/** Starts nginx as `deploy/nginx-several.conf` configures it, but without TLS. @throws Error if it isn't installed */
export function startNginx(folder: string, port: number, instances: number[]): void {
  const program = findProgram('nginx', '/usr/sbin/nginx');
  if (!program) throw new Error('Install nginx');
  const configuration = readFileSync('deploy/nginx-several.conf', 'utf8')
    .replaceAll(/console-(\d):8080/g, (_, number: string) => `127.0.0.1:${instances[Number(number) - 1]}`)
    // The server that redirects to TLS.
    .replace(/^server \{\n\s+listen 80;.*?^\}\n/ms, '')
    .replaceAll(/^\s+(ssl_|listen \[::\]).*\n/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`);
  const own = path.join(folder, 'nginx');
  mkdirSync(own);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = kinds.map((kind) => `${kind}_temp_path ${own}/${kind};`).join('\n');
  writeFileSync(
    `${own}/nginx.conf`,
    `daemon off; master_process off; pid ${own}/pid; error_log ${own}/error.log; events { worker_connections 512; }
     http { access_log off; ${paths}\n${configuration} }`,
  );
  owned(spawn(program, ['-e', 'stderr', '-c', `${own}/nginx.conf`], { stdio: 'inherit' }));
}

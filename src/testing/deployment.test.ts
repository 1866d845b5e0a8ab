import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../gateway/config.ts';

/** Variables that the PostgreSQL driver reads. */
const known = new Set(['PGPASSWORD', ...Object.keys(settings)]);
const image = readFileSync('Dockerfile', 'utf8');

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: { template?: { metadata: { labels: object }; spec: { containers: [Container] } } };
}
interface Container {
  ports: [{ containerPort: number }];
  env: { name: string; value?: string }[];
  volumeMounts?: { mountPath: string }[];
  lifecycle: { preStop: { exec: { command: [string, string] } } };
}

function read(file: string): Record<string, Manifest> {
  const documents = parseAllDocuments(readFileSync(file, 'utf8'));
  expect(documents.flatMap((one) => one.errors)).toEqual([]);
  const manifests = documents.map((one) => one.toJS() as Manifest);
  return Object.fromEntries(manifests.map((manifest) => [manifest.kind, manifest]));
}

it('sets only existing settings in deploy/compose.yaml', () => {
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, { environment: object }>;
  };
  const names = ['console-1', 'console-2'].flatMap((name) => Object.keys(services[name]?.environment ?? {}));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

it.each(['deploy/kubernetes.yaml', 'deploy/kubernetes-embedded.yaml'])('runs the image by %s', (file) => {
  const { Deployment: deployment, ConfigMap: config } = read(file);
  const pod = deployment?.spec?.template?.spec;
  if (!pod) throw new Error('no pod');
  const [main] = pod.containers;
  const visible = [
    ...Object.keys(config?.data ?? {}),
    ...main.env.flatMap((one) => (one.value ? one.name : [])),
  ];
  const names = new Set([...visible, ...main.env.map(({ name }) => name)]);
  expect([...names]).toEqual(expect.arrayContaining(['SECRET_KEY', 'ADMIN_PASSWORD']));
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
  expect(visible.toSorted()).toEqual(['PUBLIC_URL', 'TRUST_PROXY']);

  expect(image).toContain(`PORT=${main.ports[0].containerPort} `);
  for (const { mountPath } of main.volumeMounts ?? []) expect(image).toContain(`DATA_DIR=${mountPath}\n`);
  // Kubernetes can't check whether a user with a name is root.
  expect(image).toMatch(/^USER [1-9]\d*$/m);

  const probe = (path: string) => ({ httpGet: { path, port: 'http' } });
  const deadline = /deadlineMilliseconds = (\S+);/.exec(readFileSync('src/gateway/main.ts', 'utf8'))?.[1];
  const seconds = Number(main.lifecycle.preStop.exec.command[1]) + Number(deadline?.replace('_', '')) / 1000;
  expect(pod).toMatchObject({
    terminationGracePeriodSeconds: expect.toSatisfy((grace: number) => grace > seconds) as number,
    securityContext: { runAsNonRoot: true },
    containers: [
      {
        startupProbe: probe('/-/health'),
        livenessProbe: probe('/-/health'),
        readinessProbe: probe('/-/ready'),
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      },
    ],
  });
});

it('keeps an instance available in deploy/kubernetes.yaml', () => {
  const all = read('deploy/kubernetes.yaml');
  const labels = all['Deployment']?.spec?.template?.metadata.labels;
  const { host } = new URL(all['ConfigMap']?.data?.['PUBLIC_URL'] ?? '');
  const backend = { service: { name: all['Service']?.metadata.name, port: { name: 'http' } } };
  expect(all).toMatchObject({
    Deployment: {
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } },
      },
    },
    PodDisruptionBudget: { spec: { minAvailable: 1, selector: { matchLabels: labels } } },
    Service: { spec: { selector: labels, ports: [{ name: 'http', targetPort: 'http' }] } },
    Ingress: {
      spec: {
        tls: [{ hosts: [host] }],
        rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
      },
    },
  });
});

it('never runs two processes on one volume in deploy/kubernetes-embedded.yaml', () => {
  const { Deployment: deployment, PersistentVolumeClaim: claim } = read('deploy/kubernetes-embedded.yaml');
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: claim?.metadata.name } }];
  const containers = [{ volumeMounts: [{ name: 'data', mountPath: '/data' }] }];
  const template = { spec: { volumes, containers } };
  expect(deployment?.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' }, template });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { settings } from '../gateway/config.ts';

/** Variables that the PostgreSQL driver reads. */
const known = new Set(['PGPASSWORD', ...Object.keys(settings)]);
const image = readFileSync('Dockerfile', 'utf8');

const labels = z.record(z.string(), z.string());
const metadata = z.object({ name: z.string(), labels });
const selector = z.object({ matchLabels: labels });
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.literal('http') }) });
const secret = z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) });
const container = z.object({
  ports: z.tuple([z.object({ name: z.literal('http'), containerPort: z.number() })]),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })).default([]),
  env: z.array(z.object({ name: z.string(), value: z.string().optional(), valueFrom: secret.optional() })),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }),
  resources: z.object({
    requests: z.object({ memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).default([]),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
    // OpenShift assigns one.
    runAsUser: z.never().optional(),
  }),
});
const deployment = z.object({
  kind: z.literal('Deployment'),
  metadata,
  spec: z.object({
    replicas: z.number(),
    selector,
    strategy: z.looseObject({ type: z.string() }),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.never().optional() }),
        volumes: z
          .array(z.object({ name: z.string(), persistentVolumeClaim: z.object({ claimName: z.string() }) }))
          .default([]),
        containers: z.tuple([container]),
      }),
    }),
  }),
});
const other = z.object({ kind: z.string(), metadata, spec: z.unknown().optional(), data: labels.optional() });

function read(file: string) {
  const documents = parseAllDocuments(readFileSync(file, 'utf8'));
  expect(documents.flatMap((one) => one.errors)).toEqual([]);
  const all = documents.map((one) => other.parse(one.toJS()));
  const kinds = all.map(({ kind }) => kind);
  const ofKind = (kind: string) => {
    const found = all.find((one) => one.kind === kind);
    if (!found) throw new Error(`no ${kind}`);
    return found;
  };
  const index = kinds.indexOf('Deployment');
  return { kinds, ofKind, deployment: deployment.parse(documents[index]?.toJS()) };
}

it('sets only existing settings in deploy/compose.yaml', () => {
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, { environment: object }>;
  };
  const names = ['console-1', 'console-2'].flatMap((name) => Object.keys(services[name]?.environment ?? {}));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

describe.each(['deploy/kubernetes.yaml', 'deploy/kubernetes-embedded.yaml'])('%s', (file) => {
  const { deployment: deployed, ofKind } = read(file);
  const { spec } = deployed;
  const pod = spec.template.spec;
  const [main] = pod.containers;

  it('sets only existing settings, and takes secrets from the Secret', () => {
    const configured = main.envFrom.flatMap(({ configMapRef }) => {
      const map = ofKind('ConfigMap');
      expect(configMapRef.name).toBe(map.metadata.name);
      return Object.entries(map.data ?? {});
    });
    const names = [...configured.map(([name]) => name), ...main.env.map(({ name }) => name)];
    expect(names).toEqual(
      expect.arrayContaining(['PUBLIC_URL', 'TRUST_PROXY', 'SECRET_KEY', 'ADMIN_PASSWORD']),
    );
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    const visible = [
      ...configured.map(([name]) => name),
      ...main.env.flatMap((one) => (one.value ? one.name : [])),
    ];
    expect(visible.toSorted()).toEqual(['PUBLIC_URL', 'TRUST_PROXY']);
  });

  it("selects its own pods, and requests the gateway's routes", () => {
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    expect(main.startupProbe.httpGet.path).toBe('/-/health');
    expect(main.livenessProbe.httpGet.path).toBe('/-/health');
    expect(main.readinessProbe.httpGet.path).toBe('/-/ready');
  });

  it('matches the image', () => {
    expect(image).toContain(`PORT=${main.ports[0].containerPort} `);
    for (const { mountPath } of main.volumeMounts) expect(image).toContain(`DATA_DIR=${mountPath}\n`);
    // Kubernetes can't check whether a user with a name is root.
    expect(image).toMatch(/^USER [1-9]\d*$/m);
  });

  it('gives a stopping pod the time it takes', () => {
    const [program, seconds] = main.lifecycle.preStop.exec.command;
    expect(program).toBe('sleep');
    const deadline = /deadlineMilliseconds = (\S+);/.exec(readFileSync('src/gateway/main.ts', 'utf8'))?.[1];
    const needed = Number(seconds) + Number(deadline?.replace('_', '')) / 1000;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(needed);
  });
});

it('keeps an instance available in deploy/kubernetes.yaml', () => {
  const { kinds, ofKind, deployment: deployed } = read('deploy/kubernetes.yaml');
  expect(kinds).toEqual(['ConfigMap', 'Deployment', 'PodDisruptionBudget', 'Service', 'Ingress']);
  expect(deployed.spec).toMatchObject({
    replicas: 2,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } },
  });
  const { labels: podLabels } = deployed.spec.template.metadata;
  expect(ofKind('PodDisruptionBudget').spec).toEqual({
    minAvailable: 1,
    selector: { matchLabels: podLabels },
  });
  const service = ofKind('Service');
  expect(service.spec).toMatchObject({ selector: podLabels, ports: [{ name: 'http', targetPort: 'http' }] });
  const backend = { service: { name: service.metadata.name, port: { name: 'http' } } };
  const { PUBLIC_URL: url = '' } = ofKind('ConfigMap').data ?? {};
  const { host } = new URL(url);
  expect(ofKind('Ingress').spec).toMatchObject({
    tls: [{ hosts: [host] }],
    rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
  });
});

it('never runs two processes on one volume in deploy/kubernetes-embedded.yaml', () => {
  const { kinds, ofKind, deployment: deployed } = read('deploy/kubernetes-embedded.yaml');
  expect(kinds).toEqual(['PersistentVolumeClaim', 'Deployment']);
  expect(deployed.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  const { volumes, containers } = deployed.spec.template.spec;
  const claim = ofKind('PersistentVolumeClaim').metadata.name;
  expect(volumes).toEqual([{ name: 'data', persistentVolumeClaim: { claimName: claim } }]);
  expect(containers[0].volumeMounts).toEqual([{ name: 'data', mountPath: '/data' }]);
  expect(containers[0].env.map(({ name }) => name)).not.toContain('DATABASE_URL');
});

/** The examples in `deploy/` for Kubernetes and Compose: what has to fit together. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { parseAllDocuments } from 'yaml';

import { readSettings } from '../../src/config/settings';
import { readText, ROOT } from '../../test/docs/repository';

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly env: readonly Variable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: object;
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}
interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly terminationGracePeriodSeconds: number;
    readonly securityContext: object;
    readonly containers: readonly Container[];
  };
}
interface Manifest {
  readonly kind: string;
  readonly spec: { readonly template: Pod; readonly selector: unknown; readonly podSelector: unknown };
}
type Compose = Readonly<Record<'services', Readonly<Record<string, Service>>>>;
interface Service {
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly healthcheck?: object;
}

function documentsOf(path: string): unknown[] {
  return parseAllDocuments(readText(path), { merge: true }).map((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS();
  });
}

const FOLDER = 'deploy/kubernetes';
const manifests = readdirSync(join(ROOT, FOLDER)).flatMap((name) => documentsOf(`${FOLDER}/${name}`)) as Manifest[];
const ofKind = (kind: string): Manifest => manifests.find((manifest) => manifest.kind === kind)!;

describe('Kubernetes', () => {
  test('there is one of each kind', () => {
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual([
      'Deployment',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
    ]);
  });

  test('selectors find the gateway, and probes its ports', () => {
    const { template } = ofKind('Deployment').spec;
    const { labels } = template.metadata;
    expect(ofKind('Service').spec.selector).toEqual(labels);
    for (const kind of ['Deployment', 'PodDisruptionBudget'])
      expect(ofKind(kind).spec.selector).toEqual({ matchLabels: labels });
    const jobLabels = ofKind('Job').spec.template.metadata.labels;
    expect(jobLabels).not.toEqual(labels);
    // The policy holds for the migration, too.
    const { matchLabels } = ofKind('NetworkPolicy').spec.podSelector as { matchLabels: Record<string, string> };
    for (const all of [labels, jobLabels]) expect(all).toMatchObject(matchLabels);

    const container = template.spec.containers[0]!;
    expect(container.ports).toEqual([
      { name: 'public', containerPort: 4000 },
      { name: 'admin', containerPort: 4001 },
    ]);
    const { startupProbe, livenessProbe, readinessProbe } = container;
    expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet)).toEqual([
      { path: '/livez', port: 'admin' },
      { path: '/livez', port: 'admin' },
      { path: '/readyz', port: 'admin' },
    ]);
  });

  test.each(['Deployment', 'Job'])('the pods of the %s have the user of the image and no privileges', (kind) => {
    const { spec } = ofKind(kind).spec.template;
    expect(readText('Dockerfile')).toContain('USER 65532:65532');
    expect(spec.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: 65532,
      runAsGroup: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(spec.containers[0]!.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  test('the settings are valid, and the pod has the time that it needs to stop', () => {
    const { spec } = ofKind('Deployment').spec.template;
    const { shutdownDelayMs } = readSettings(
      Object.fromEntries(spec.containers[0]!.env.map(({ name, value }) => [name, value ?? SECRETS[name]!])),
    );
    expect(shutdownDelayMs).toBeGreaterThan(0);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(shutdownDelayMs / 1000 + 16);
    const secrets = manifests
      .filter(({ kind }) => ['Deployment', 'Job'].includes(kind))
      .flatMap(({ spec: { template } }) => template.spec.containers[0]!.env)
      .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.key ?? []);
    for (const key of secrets) expect(readText('docs/operate/install.md')).toContain(`--from-literal=${key}=`);
  });

  test('the migration runs the same image', () => {
    const [migration, gateway] = [ofKind('Job'), ofKind('Deployment')].map(
      ({ spec }) => spec.template.spec.containers[0]!,
    );
    expect(migration!.image).toBe(gateway!.image);
    expect(migration!.args).toEqual(['migrate']);
  });
});

const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'mysql://reader:secret@database.example.org/leasegate',
  AUTH_JWT_SECRET: 'a secret of thirty-two bytes or more',
};

describe('Compose', () => {
  const [compose] = documentsOf('deploy/compose.yaml') as [Compose];

  test('the migration waits for the database, and the gateway for the migration', () => {
    const { mysql, migrate, gateway } = compose.services as Record<'mysql' | 'migrate' | 'gateway', Service>;
    expect(mysql.healthcheck).toBeDefined();
    expect(migrate.command).toEqual(['migrate']);
    expect(migrate.depends_on).toEqual({ mysql: { condition: 'service_healthy' } });
    expect(gateway.depends_on).toEqual({
      mysql: { condition: 'service_healthy' },
      migrate: { condition: 'service_completed_successfully' },
    });
    for (const { read_only } of [migrate, gateway]) expect(read_only).toBe(true);
    const { shutdownDelayMs } = readSettings({ ...gateway.environment, AUTH_JWT_SECRET: SECRETS.AUTH_JWT_SECRET! });
    expect(shutdownDelayMs).toBeGreaterThan(0);
  });

  test('docs/operate/install.md sets every variable', () => {
    const variables = [...readText('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(variables.length).toBeGreaterThan(0);
    for (const name of variables) expect(readText('docs/operate/install.md')).toContain(`${name}=`);
  });
});

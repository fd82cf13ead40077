/** The examples in `deploy/` for Kubernetes and Compose: what has to fit together. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parseAllDocuments } from 'yaml';

import { readSettings } from '../../src/config/settings';
import { VERSION } from '../../src/package';
import { codeBlocks, section } from '../../test/docs/markdown';
import { readText, ROOT } from '../../test/docs/repository';
import { debianProgram } from '../../test/support/debian-program';

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}
interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly env: readonly Variable[];
  readonly securityContext: object;
}
interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: object;
  readonly containers: readonly [Container];
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: {
    readonly selector: unknown;
    readonly podSelector: { readonly matchLabels: object };
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
  };
}

function documentsOf(path: string): unknown[] {
  return parseAllDocuments(readText(path), { merge: true }).map((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS();
  });
}

const PAGE = readText('docs/operate/install.md');
const FOLDER = 'deploy/kubernetes';
const files = readdirSync(join(ROOT, FOLDER)).filter((name) => name !== 'kustomization.yaml');
const manifests = files.flatMap((name) => documentsOf(`${FOLDER}/${name}`)) as Manifest[];
const ofKind = (kind: string) => manifests.find((manifest) => manifest.kind === kind)!.spec;
const podOf = (kind: string) => (kind === 'Pod' ? (ofKind(kind) as unknown as PodSpec) : ofKind(kind).template.spec);
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'mysql://reader:secret@database.example.org/leasegate',
  AUTH_JWT_SECRET: 'a secret of thirty-two bytes or more',
};

describe('Kubernetes', () => {
  test('`kubectl kustomize` gives every object, with the image of this version', async () => {
    const kubectl = await debianProgram('kubernetes-client', 'kubectl');
    const applied = execFileSync(kubectl, ['kustomize', join(ROOT, FOLDER)], { encoding: 'utf8' });
    const images = [...applied.matchAll(/image: (.*)$/gm)].map(([, image]) => image);
    expect(images).toEqual(Array(3).fill(`example.com/leasegate:${VERSION}`));
    const objects = parseAllDocuments(applied).map((document) => document.toJS() as Manifest);
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual(manifests.map(({ kind }) => kind).toSorted());
  });

  test.each(manifests.map((manifest) => [manifest.kind, manifest]))(
    '%s is as its API describes it',
    (kind, manifest) => {
      const models = jest.requireActual<Record<string, new (data: object) => { validate(): void }>>(
        `kubernetes-models/${manifest.apiVersion}/${kind}`,
      );
      const valid = (data: object) => new models[kind]!(data).validate();
      expect(() => valid(manifest)).not.toThrow();
      expect(() => valid({ ...manifest, spec: 'nothing' })).toThrow();
    },
  );

  test('selectors find the gateway, and the policy holds for the migration, too', () => {
    const { labels } = ofKind('Deployment').template.metadata;
    const ofJob = ofKind('Job').template.metadata.labels;
    expect([ofKind('Service').selector, ofJob]).toEqual([labels, expect.not.objectContaining(labels)]);
    for (const kind of ['Deployment', 'PodDisruptionBudget'])
      expect(ofKind(kind).selector).toEqual({ matchLabels: labels });
    for (const all of [labels, ofJob]) expect(all).toMatchObject(ofKind('NetworkPolicy').podSelector.matchLabels);
  });

  test.each(['Deployment', 'Job', 'Pod'])('the pods of the %s have the user of the image and no privileges', (kind) => {
    const spec = podOf(kind);
    expect(readText('Dockerfile')).toContain('USER 65532:65532');
    const user = { runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532 };
    expect(spec.securityContext).toEqual({ ...user, seccompProfile: { type: 'RuntimeDefault' } });
    const unprivileged = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true };
    expect(spec.containers[0].securityContext).toEqual({ ...unprivileged, capabilities: { drop: ['ALL'] } });
  });

  test('the settings are valid, the page creates the secrets, and the pod has the time that it needs to stop', () => {
    const [gateway, migration, keeper] = ['Deployment', 'Job', 'Pod'].map((kind) => podOf(kind).containers[0]);
    expect([migration!.image, migration!.args]).toEqual([gateway!.image, ['migrate']]);
    const settings = gateway!.env.map(({ name, value }) => [name, value ?? SECRETS[name]!]);
    const { shutdownDelayMs } = readSettings(Object.fromEntries(settings) as Record<string, string>);
    expect(shutdownDelayMs).toBeGreaterThan(0);
    const { terminationGracePeriodSeconds } = ofKind('Deployment').template.spec;
    expect(terminationGracePeriodSeconds).toBeGreaterThan(shutdownDelayMs / 1000 + 16);
    expect(keeper!.env).toEqual(migration!.env);
    for (const { valueFrom } of [...gateway!.env, ...migration!.env])
      if (valueFrom !== undefined) expect(PAGE).toContain(`--from-literal=${valueFrom.secretKeyRef.key}=`);
  });
});

test.each([
  ['the file', (text: string) => text, 0],
  ['an unknown key', (text: string) => text.replace('restart:', 'restarts:'), 1],
])('Compose: %s is judged by the schema of Compose', (_title, change, status) => {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-compose-'));
  writeFileSync(join(folder, 'compose.yaml'), change(readText('deploy/compose.yaml')));
  const judge = [join(ROOT, 'qa/node_modules/.bin/dclint'), '--quiet', 'compose.yaml'] as const;
  const judged = spawnSync(process.execPath, judge, { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect([judged.status, judged.stdout.trim()]).toEqual([
    status,
    status === 0 ? '' : expect.stringContaining('invalid-schema'),
  ]);
});

test('Compose: the printed command sets every variable, and the settings are valid', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-compose-'));
  mkdirSync(join(folder, 'deploy'));
  const block = codeBlocks(section(PAGE, 'Container'), 'sh').find((each) => each.includes('deploy/.env'))!;
  execFileSync('bash', ['--norc', '-euc', block.split('docker compose')[0]!], { cwd: folder });
  const secrets = new Map(
    [...readFileSync(join(folder, 'deploy/.env'), 'utf8').matchAll(/^(\w+)=([0-9a-f]{64})$/gm)].map(
      ([, name, value]) => [name!, value!],
    ),
  );
  rmSync(folder, { recursive: true });
  const text = readText('deploy/compose.yaml');
  const variables = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
  expect([...secrets.keys()].toSorted()).toEqual([...variables].toSorted());
  const [{ services }] = documentsOf('deploy/compose.yaml') as [
    { services: { gateway: { environment: Record<string, string> } } },
  ];
  const given = Object.entries(services.gateway.environment).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, each: string) => secrets.get(each)!),
  ]);
  expect(readSettings(Object.fromEntries(given) as Record<string, string>).shutdownDelayMs).toBeGreaterThan(0);
});

/** What must agree before a release. Each check returns problems, a sentence each. */

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** The sections of a changelog, newest first: `{ version, date, text }`; Unreleased has no date. */
export function sectionsOf(changelog) {
  const parts = changelog.split(/^## \[/m).slice(1);
  return parts.map((part) => {
    const [, version, date, text] = /^([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?\n([^]*)$/.exec(part) ?? [];
    return { version, date, text: text?.trim() ?? '' };
  });
}

/** @param versions of the files that name one, by the name of the file */
export function versionProblems(version, versions) {
  if (!VERSION.test(version)) return [`${version} is not a version such as 1.2.3.`];
  return Object.entries(versions)
    .filter(([, other]) => other !== version)
    .map(([file, other]) => `${file} has the version ${other}, package.json has ${version}.`);
}

export function changelogProblems(version, changelog) {
  const [unreleased, newest, previous] = sectionsOf(changelog);
  if (unreleased?.version !== 'Unreleased') return ['CHANGELOG.md does not begin with Unreleased.'];
  if (newest?.version !== version) return [`The newest release in CHANGELOG.md is not ${version}.`];
  const problems = [];
  if (unreleased.text !== '') problems.push('CHANGELOG.md has changes under Unreleased.');
  if (newest.date === undefined) problems.push(`CHANGELOG.md has no date for ${version}.`);
  if (previous !== undefined) problems.push(...orderProblems(previous.version, version, newest.text));
  return problems;
}

/** Semantic Versioning: the next number, and a major one for a breaking change. */
function orderProblems(before, version, text) {
  const [old, now] = [before, version].map((one) => VERSION.exec(one)?.slice(1).map(Number) ?? []);
  const [major, minor, patch] = old;
  const next = [
    [major + 1, 0, 0],
    [major, minor + 1, 0],
    [major, minor, patch + 1],
  ].map(String);
  if (!next.includes(String(now))) return [`${version} does not follow ${before}.`];
  if (/^- Breaking: /m.test(text) && String(now) !== next[0])
    return [`${version} has breaking changes, so it must be a major version.`];
  if (/^### (?:Added|Deprecated)$/m.test(text) && String(now) === next[2])
    return [`${version} adds or deprecates something, so it must be at least a minor version.`];
  return [];
}

/** @param pairs the current text and the released one, by the name of the file */
export const interfaceProblems = (pairs) =>
  Object.entries(pairs)
    .filter(([, [current, released]]) => current !== released)
    .map(([file]) => `qa/released/${file} is not the current ${file}.`);

/** The report of `npm audit --json`. Null when the registry gives none. */
export function auditProblems(report) {
  const counts = report?.metadata?.vulnerabilities;
  if (counts === undefined) return null;
  return counts.total === 0 ? [] : [`npm audit reports ${counts.total} vulnerable packages.`];
}

/**
 * The bill of materials of an installation, from that of a checkout. `npm sbom --omit dev` also leaves out packages that
 * development and production share. What differs in each run follows from the package and the commit.
 * @param packages what an installation brings: `name` and `version`
 */
export function settledSbom(sbom, { packages, bundled, sha256, time }) {
  const wanted = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const { component } = sbom.metadata;
  // The web pages have copies of these, which npm does not know of.
  const copies = Object.entries(bundled).map(([name, version]) => ({
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name}@${version}`,
  }));
  const components = [...sbom.components.filter(({ name, version }) => wanted.has(`${name}@${version}`)), ...copies];
  const refs = new Set([component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: [
        ...dependsOn.filter((other) => refs.has(other)),
        ...(ref === component['bom-ref'] ? copies.map((copy) => copy['bom-ref']) : []),
      ],
    }));
  const uuid = `${sha256.slice(0, 8)}-${sha256.slice(8, 12)}-8${sha256.slice(13, 16)}-8${sha256.slice(17, 20)}-${sha256.slice(20, 32)}`;
  return {
    ...sbom,
    serialNumber: `urn:uuid:${uuid}`,
    metadata: {
      ...sbom.metadata,
      timestamp: time,
      component: { ...component, hashes: [{ alg: 'SHA-256', content: sha256 }] },
    },
    components,
    dependencies,
  };
}

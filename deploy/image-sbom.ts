// Prints a CycloneDX 1.5 file with the contents of the image in which it runs: Node, Debian packages such as ffmpeg,
// npm packages, and the weights that read text. https://cyclonedx.org/docs/1.5/json/
// docker run --rm -i --entrypoint node IMAGE --input-type=module-typescript - < deploy/image-sbom.ts
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The root directory of the image. Only tests give another one. */
const root = process.argv[2] ?? '';
const read = (file: string) => readFileSync(root + file, 'utf8');
const readJson = (file: string) => JSON.parse(read(file)) as unknown;

/** Returns the fields of a stanza of dpkg, or of os-release, by name. */
function fieldsOf(text: string, separator: string): Record<string, string> {
  const lines = text.matchAll(new RegExp(`^(\\w+)${separator}"?([^"\\n]*)`, 'gm'));
  return Object.fromEntries(Array.from(lines, ([, name, value]) => [name!, value!]));
}

function debianPackages() {
  const system = fieldsOf(read('/etc/os-release'), '=');
  const distribution = `${system['ID']}-${system['VERSION_ID']}`;
  return read('/var/lib/dpkg/status')
    .split('\n\n')
    .map((stanza) => fieldsOf(stanza, ': '))
    .filter(({ Status }) => Status === 'install ok installed')
    .map(({ Package: name, Version: version, Architecture: architecture }) => ({
      type: 'library',
      name,
      version,
      purl: `pkg:deb/${system['ID']}/${name}@${encodeURIComponent(version!)}?arch=${architecture}&distro=${distribution}`,
    }));
}

function npmPackages() {
  // npm writes this file when it installs the packages.
  const { packages } = readJson('/app/node_modules/.package-lock.json') as {
    packages: Record<string, { name?: string; version: string; link?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([, { link }]) => link !== true)
    .map(([place, { name = place.replace(/^.*node_modules\//, ''), version }]) => ({
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    }));
}

function weights() {
  const folder = `${root}/app/text-models`;
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.onnx')) : [];
  return names.map((name) => {
    const content = createHash('sha256')
      .update(readFileSync(`${folder}/${name}`))
      .digest('hex');
    return { type: 'machine-learning-model', name, hashes: [{ alg: 'SHA-256', content }] };
  });
}

const node = process.versions.node;
const { version } = readJson('/app/package.json') as { version: string };
const contents = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'container', name: 'assay', version } },
  components: [
    { type: 'platform', name: 'node', version: node, purl: `pkg:generic/node@${node}` },
    ...debianPackages(),
    ...npmPackages(),
    ...weights(),
  ],
};
process.stdout.write(`${JSON.stringify(contents, null, 2)}\n`);

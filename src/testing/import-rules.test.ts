import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Source files by path, each with the source files it imports. */
function importGraph(): Map<string, string[]> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join('src', name.split(path.sep).join('/')))
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith('.gen.ts'));
  return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const found = source.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^;]*?from '(\.[^']+)'|import\('(\.[^']+)'\)|(?:^|\n)import '(\.[^']+)'/g,
  );
  return [...found].map((match) =>
    path.posix.join(path.posix.dirname(file), match[1] ?? match[2] ?? match[3] ?? ''),
  );
}

/** The module of a file, such as `contract`, `service/http` or `console/features/oidc`. */
function moduleOf(file: string): string {
  const [, top = '', second = '', third = ''] = file.split('/');
  if (top === 'console' && second === 'features') return `console/features/${third}`;
  if (top === 'console' || top === 'service') return second.includes('.') ? top : `${top}/${second}`;
  return top;
}

const graph = importGraph();
const isTest = (file: string) => file.includes('.test.') || file.startsWith('src/testing/');

/** What a module can import besides itself; the first matching rule applies. */
const rules: [module: RegExp, allowed: RegExp][] = [
  [/^contract$/, /^contract$/],
  [/^client$/, /^(contract|client)$/],
  [/^configuration$/, /^(contract|client|configuration)$/],
  [/^service\/domain$/, /^(contract|service\/domain)$/],
  [/^service/, /^(contract|service)/],
  [/^demo$/, /^(contract|demo)$/],
  [/^gateway$/, /^(contract|client|configuration|service|demo|gateway)/],
  [/^console\/ui$/, /^console\/(ui|lib)$/],
  [/^console\/lib$/, /^(contract|console\/lib)$/],
  [/^console\/api$/, /^(contract|client|console\/(api|lib))$/],
  [/^console\/data$/, /^(contract|client|configuration|console|console\/(api|data|lib|ui))$/],
  [/^console\/features\//, /^(contract|client|configuration|console|console\/(api|data|lib|ui))$/],
  [/^console/, /^(contract|client|console)/],
  [/^tooling$/, /^tooling$/],
];

describe('the import graph', () => {
  it('follows the allowed imports', () => {
    const broken = [...graph]
      .filter(([file]) => !isTest(file))
      .flatMap(([file, imports]) => {
        const module = moduleOf(file);
        const allowed = rules.find(([pattern]) => pattern.test(module))?.[1];
        return imports
          .map(moduleOf)
          .filter((target) => target !== module && !allowed?.test(target))
          .map((target) => `${file} imports from ${target}`);
      });
    expect(graph.size).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });

  it('reaches no test code from a main file', () => {
    for (const main of [
      'gateway/main.ts',
      'gateway/configuration/main.ts',
      'console/main.tsx',
      'console/router.tsx',
    ]) {
      const reached = new Set([`src/${main}`]);
      for (const file of reached) for (const target of graph.get(file) ?? []) reached.add(target);
      expect([...reached].filter(isTest)).toEqual([]);
    }
  });

  it('reaches the demo only from the gateway, and only by dynamic import', () => {
    const importers = [...graph].filter(
      ([file, imports]) =>
        !isTest(file) &&
        !file.startsWith('src/demo/') &&
        imports.some((name) => name.startsWith('src/demo/')),
    );
    expect(new Set(importers.map(([file]) => path.dirname(file)))).toEqual(new Set(['src/gateway/demo']));
    expect(readFileSync('src/gateway/main.ts', 'utf8')).not.toMatch(/from '\.\/demo/);
  });

  it('lets only the API docs and the palette import the table of all endpoints into the console', () => {
    const importers = [...graph].filter(
      ([file, imports]) =>
        !isTest(file) && file.startsWith('src/console/') && imports.includes('src/contract/endpoints.ts'),
    );
    expect(importers.map(([file]) => file)).toEqual([
      'src/console/features/api-docs/description.ts',
      'src/console/features/shell/palette/use-palette-sections.ts',
    ]);
  });

  it("reads the service's clock in one file", () => {
    // The data folder's claim compares the machine's own clocks. Tokens are checked against it too.
    const exceptions = /^src\/service\/(store\/folder|outbound)\//;
    const readers = [...graph.keys()].filter(
      (file) =>
        file.startsWith('src/service/') &&
        !isTest(file) &&
        !exceptions.test(file) &&
        /\bDate\.now\b|\bnew Date\(\)/.test(readFileSync(file, 'utf8')),
    );
    expect(readers).toEqual(['src/service/system-clock.ts']);
  });

  it('has no barrel files', () => {
    const barrels = [...graph.keys()].filter((file) => {
      const lines = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '');
      return lines.length > 0 && lines.every((line) => /^export .* from /.test(line));
    });
    expect(barrels).toEqual([]);
  });

  it('has no folder with more than 20 source files directly in it', () => {
    const counts = new Map<string, number>();
    for (const file of graph.keys()) {
      if (file.includes('.test.') || file.startsWith('src/console/routes/')) continue;
      const folder = path.posix.dirname(file);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > 20)).toEqual([]);
  });
});

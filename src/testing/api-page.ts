import { openApiDocument } from '../contract/openapi/openapi.ts';
import { limits } from '../contract/limits.ts';
import { problemStatuses } from '../contract/problems.ts';
import { versions } from '../contract/versions.ts';

interface Schema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  $ref?: string;
  'x-extension'?: true;
}

interface Operation {
  summary: string;
  tags: string[];
  responses: Record<string, unknown>;
  parameters: { name: string; in: string; description?: string }[];
  'x-access': string | { feature: string; privilege: string };
  'x-since'?: string;
}

/** Headings of the records, by schema name. Other pages and comments refer to them. */
const apiRecords = {
  OidcOp: 'OIDC provider configuration',
  Group: 'Group',
  AuthenticationResult: 'Authentication result',
  Role: 'Role',
  JobStatus: 'Background job status',
};
/** Records whose fields the API doesn't define. */
const extensionRecords = {
  User: 'User',
  OidcLogin: 'Provider on the sign-in page',
  SignInTest: 'Sign-in test',
  LastSignInTest: 'Last sign-in test',
  SignInEvent: 'Sign-in event',
  SignInEventDetail: 'Sign-in event with steps',
  Change: 'Change',
};
const recordHeadings: Readonly<Record<string, string>> = { ...apiRecords, ...extensionRecords };

/** Generates docs/api.md from the contract. @returns Markdown */
export function apiPage(): string {
  const { paths, components } = openApiDocument() as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  const records = Object.entries(recordHeadings).map(([name, heading]) =>
    record(heading, components.schemas[name] ?? {}, name in extensionRecords),
  );
  return [
    '# Management API',
    'Generated from `src/contract` by a test; `npx vitest run src/testing/api-page.test.ts -u` writes it again. The running product has the same reference, with schemas and examples, at `/-/docs`.',
    'Only the embedded service is known to have _extensions_. The console works without it: a remote service might return 404 or 405, or ignore the parameter.',
    conventions,
    '## Records',
    ...records,
    '## Endpoints',
    'Paths are relative to the base address of the service, which is `/api` on the gateway.',
    endpointTable(paths),
    parameterTable(paths),
    authentication,
    jobs,
    errors(),
    limitTable(),
    versioning(),
  ].join('\n\n');
}

const conventions = `## General conventions

1. Bodies are JSON objects with every property inside one object named \`data\`. Send \`Content-Type: application/json\` with a body and accept \`application/json\`.
2. Lists return \`{ "rows", "data", "start" }\`: how many records match, the records, and the offset of the first one. OIDC lists have no \`start\`.
3. A record's path, such as \`/groups/5\`, never changes and identifies it. Paths inside JSON never begin with \`/api\`.
4. The service is reached over HTTPS. Clients should verify its certificate outside test setups.`;

const authentication = `## Authentication

- **API key**: \`Authorization: token <API_KEY>\` with every request. No session and no cookie.
- **Session cookie**: \`POST /authentication\` with login and password sets it.
- **OIDC sign-in** (extension): \`username_path\` is applied to the ID token, then to the UserInfo response. The result must be the login of an existing user; signing in never creates one.

Roles grant features, each with a privilege: \`ro\` (read, an extension) or \`rw\` (read and write). A role applies to the groups in \`group_resources\` and to all their descendants.`;

const jobs = `## Background jobs

A long-running request returns 202. The response has the job status as its body, its path in \`Location\`, or both. Poll it: \`message\` can change until \`finished\` is true. A failed job has \`finished\` and \`failed\` true, and the reason in \`message\`.`;

function record(heading: string, schema: Schema, isExtension: boolean): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const note = [property.description ?? '', property['x-extension'] ? '(extension)' : ''].join(' ').trim();
    return `| \`${name}\` | ${typeOf(property)} | ${cell(note)} |`;
  });
  const title = `### ${heading}${isExtension ? ' (extension)' : ''}`;
  return [title, table(['field', 'type', 'meaning'], rows)].join('\n\n');
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return recordHeadings[schema.$ref.split('/').at(-1) ?? ''] ?? 'object';
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {})}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

function endpointTable(paths: Record<string, Record<string, Operation>>): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const success = Object.keys(operation.responses).filter((status) => Number(status) < 400);
      const failure = Object.keys(operation.responses).filter((status) => Number(status) >= 400);
      const extension = operation.tags.includes('extension') ? ' (extension)' : '';
      return `| \`${method.toUpperCase()} ${path}\` | ${cell(operation.summary)}${extension} | ${access(operation)} | ${success.join(', ')} | ${failure.join(', ')} |`;
    }),
  );
  return table(['endpoint', 'what it does', 'needs', 'success', 'errors'], rows);
}

function access({ 'x-access': needed, 'x-since': since }: Operation): string {
  const who = typeof needed === 'object' ? `\`${needed.feature}\` \`${needed.privilege}\`` : needed;
  return since === undefined ? who : `${who}, version ${since}`;
}

/** Every query parameter is an extension. */
function parameterTable(paths: Record<string, Record<string, Operation>>): string {
  const all = Object.values(paths)
    .flatMap(Object.values<Operation>)
    .flatMap(({ parameters }) => parameters.filter((parameter) => parameter.in === 'query'));
  const byName = new Map(all.map(({ name, description = '' }) => [name, description]));
  const rows = [...byName].map(([name, description]) => `| \`${name}\` | ${cell(description)} |`);
  return ['### Query parameters (extension)', table(['parameter', 'meaning'], rows)].join('\n\n');
}

function errors(): string {
  const rows = Object.entries(problemStatuses).map(([status, when]) => `| ${status} | ${cell(when)} |`);
  return [
    '## Errors',
    'Every error is `{ "detail": ["…"] }`, with every problem the service can find. A problem with a field starts with its name.',
    table(['status', 'when'], rows),
  ].join('\n\n');
}

function limitTable(): string {
  const rows = Object.entries(limits).map(
    ([name, value]) => `| \`${name}\` | ${value.toLocaleString('en')} |`,
  );
  return [
    '## Limits',
    'Characters, bytes and seconds of the embedded service. A remote service may have others.',
    table(['limit', 'value'], rows),
  ].join('\n\n');
}

function versioning(): string {
  return `## Versioning

| version | what changed |
| --- | --- |
| ${versions.apiKeys} | API keys are available |
| ${versions.oidc} | \`/oidc_ops\` is available |
| ${versions.jobRemoval} | Finished job statuses are removed automatically; before, they stay until deleted |
| ${versions.described} | The version described here |
`;
}

function table(headings: readonly string[], rows: readonly string[]): string {
  return [`| ${headings.join(' | ')} |`, `|${' --- |'.repeat(headings.length)}`, ...rows].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

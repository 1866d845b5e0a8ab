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
  Watch: 'Provider watch',
  SignInEventDetail: 'Sign-in event with steps',
  Change: 'Change',
};
const recordHeadings: Readonly<Record<string, string>> = { ...apiRecords, ...extensionRecords };

/** Generates what follows `<!-- generated -->` in sections of docs/api.md from the contract. @returns Markdown */
export function apiPage(page: string): string {
  const { paths, components } = openApiDocument() as {
    paths: Paths;
    components: { schemas: Record<string, Schema> };
  };
  const records = Object.entries(recordHeadings).map(([name, heading]) =>
    record(heading, components.schemas[name] ?? {}, name in extensionRecords),
  );
  const statuses = Object.entries(problemStatuses).map(([status, when]) => [status, when]);
  const values = Object.entries(limits).map(([name, value]) => [`\`${name}\``, value.toLocaleString('en')]);
  const sections: Record<string, string> = {
    Records: records.join('\n\n'),
    Endpoints: [endpointTable(paths), parameterTable(paths)].join('\n\n'),
    Errors: table(['status', 'when'], statuses),
    Limits: table(['limit', 'value'], values),
    Versioning: table(
      ['version', 'what changed'],
      [
        [versions.apiKeys, 'API keys are available'],
        [versions.oidc, '`/oidc_ops` is available'],
        [
          versions.jobRemoval,
          'Finished job statuses are removed automatically; before, they stay until deleted',
        ],
        [versions.described, 'The version described here'],
      ],
    ),
  };
  return page.replaceAll(
    /(\n## (\w+)\n[^#]*<!-- generated -->\n)[\s\S]*?(?=\n## |$)/g,
    (_, start: string, name: string) => `${start}\n${sections[name]}\n`,
  );
}

function record(heading: string, schema: Schema, isExtension: boolean): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const note = [property.description ?? '', property['x-extension'] ? '(extension)' : ''];
    return [`\`${name}\``, typeOf(property), note.join(' ').trim()];
  });
  return `### ${heading}${isExtension ? ' (extension)' : ''}\n\n${table(['field', 'type', 'meaning'], rows)}`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return recordHeadings[schema.$ref.split('/').at(-1) ?? ''] ?? 'object';
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {})}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

type Paths = Record<string, Record<string, Operation>>;

function endpointTable(paths: Paths): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses, summary, tags, ...operation }]) => {
      const [success = [], failure = []] = [true, false].map((isSuccess) =>
        Object.keys(responses).filter((status) => Number(status) < 400 === isSuccess),
      );
      const what = `${summary}${tags.includes('extension') ? ' (extension)' : ''}`;
      return [
        `\`${method.toUpperCase()} ${path}\``,
        what,
        access(operation),
        success.join(', '),
        failure.join(', '),
      ];
    }),
  );
  return table(['endpoint', 'what it does', 'needs', 'success', 'errors'], rows);
}

function access({ 'x-access': needed, 'x-since': since }: Pick<Operation, 'x-access' | 'x-since'>): string {
  const who = typeof needed === 'object' ? `\`${needed.feature}\` \`${needed.privilege}\`` : needed;
  return since === undefined ? who : `${who}, version ${since}`;
}

/** Every query parameter is an extension. */
function parameterTable(paths: Paths): string {
  const all = Object.values(paths)
    .flatMap(Object.values<Operation>)
    .flatMap(({ parameters }) => parameters.filter((parameter) => parameter.in === 'query'));
  const byName = new Map(all.map(({ name, description = '' }) => [name, [`\`${name}\``, description]]));
  return `### Query parameters (extension)\n\n${table(['parameter', 'meaning'], [...byName.values()])}`;
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const lines = [headings, headings.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map(cell).join(' | ')} |`,
  );
  return lines.join('\n');
}

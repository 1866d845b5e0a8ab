import { parseArgs } from 'node:util';
import { keyVariable, sections, type Section } from '../../configuration/format.ts';
import { isClose } from '../../configuration/read.ts';
import { absoluteUrl } from '../../contract/urls.ts';
import { StartError } from '../config.ts';

export const usage = `Usage: configuration export|plan|apply FILE --service URL [options]

  export    writes the service's records to FILE, and lists the variables that it needs
  plan      shows what applying FILE would change
  apply     changes the service so that it's as FILE says
  FILE      YAML or JSON; - is standard input or output

  --service URL   the API: https://console.example.com/api through a console, or a service's own base URL
  --only LIST     sections, separated by commas: ${sections.join(', ')}
  --json          prints one JSON object
  -h, --help      prints this

plan and apply:
  --prune         also deletes the records of FILE's sections that FILE lacks, and resets what it leaves out,
                  except groups, roles and features
  --all           shows all changes, also more than 250 lines of a section

apply:
  --yes           applies without asking
  --delete N      the number of deletions, needed besides --yes for more than a fifth of a kind or all of it,
                  or of users if more than a fifth lose all access
  --continue      applies the rest after an error

export:
  --partial       replaces FILE also by an export that lacks what can't be read

Environment: ${keyVariable}, SERVICE_CA, SERVICE_INSECURE_TLS, HTTPS_PROXY, NO_PROXY, NO_COLOR, and the variables that FILE names.
Exit codes: 0 nothing to change, or applied; 2 changes to apply; 3 an incomplete export; 4 declined; 1 errors; 130, 143 interrupted.
`;

const commands = ['export', 'plan', 'apply'] as const;
type Command = (typeof commands)[number];

const known = {
  service: { type: 'string' },
  only: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  prune: { type: 'boolean' },
  all: { type: 'boolean' },
  yes: { type: 'boolean' },
  delete: { type: 'string' },
  continue: { type: 'boolean' },
  partial: { type: 'boolean' },
} as const;

/** The commands that have an option; the others are for all of them. */
const users: Readonly<Record<string, readonly Command[]>> = {
  prune: ['plan', 'apply'],
  all: ['plan', 'apply'],
  yes: ['apply'],
  delete: ['apply'],
  continue: ['apply'],
  partial: ['export'],
};

export type Options = ReturnType<typeof optionsIn>;

/** Reads a command's arguments. @throws StartError or an error of `parseArgs` for what isn't understood, or has no effect */
export function optionsIn(args: readonly string[]) {
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: known,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  const isHelp = given.some(({ name }) => name === 'help');
  const command = commands.find((each) => each === positionals[0]);
  const seen = new Set<string>();
  for (const { name, rawName } of isHelp ? [] : given) {
    if (name === 'dry-run') throw new StartError('--dry-run: use plan, which shows what apply would change');
    if (!Object.hasOwn(known, name)) throw new StartError(`${rawName} isn't an option${suggestion(name)}`);
    if (command && users[name]?.includes(command) === false)
      throw new StartError(`${rawName} has no effect: it's only for ${users[name].join(' and ')}`);
    if (seen.has(name)) throw new StartError(`${rawName} is given twice`);
    seen.add(name);
  }
  const { values } = parseArgs({ args: [...args], options: known, allowPositionals: true, strict: !isHelp });
  const is = (name: keyof typeof known) => values[name] === true;
  const text = (name: keyof typeof known) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    isHelp,
    command,
    /** As it's written. */
    word: positionals[0] ?? '',
    file: positionals[1] ?? '',
    others: positionals.slice(2),
    service: text('service'),
    only: isHelp ? [] : sectionsIn(text('only')),
    delete: text('delete'),
    isJson: is('json'),
    isPruned: is('prune'),
    isAll: is('all'),
    isConfirmed: is('yes'),
    isContinued: is('continue'),
    isPartial: is('partial'),
  };
}

/** The service that's meant. @throws StartError */
export function checkedTarget(options: Options): { command: Command; base: URL } {
  const { command, word, file, others, isJson, isAll } = options;
  if (!command || file === '' || others.length > 0) {
    const close = commands.find((each) => isClose(word, each));
    const hint = !command && close && word !== '' ? `: did you mean ${close}?` : '';
    const sentence = `The command must be export, plan or apply, with one FILE${hint}`;
    throw new StartError(isJson || hint !== '' ? sentence : usage.trimEnd());
  }
  if (isJson && command === 'export' && file === '-')
    throw new StartError('--json needs a FILE to export to: standard output is for JSON');
  if (isJson && isAll) throw new StartError('--all has no effect: --json always prints everything');
  const base = absoluteUrl(options.service ?? '');
  if (!base || !/^https?:$/.test(base.protocol)) throw new StartError('--service must be the URL of an API');
  return { command, base };
}

function suggestion(name: string): string {
  const names = Object.keys(known);
  const close =
    name.length === 1
      ? names.find((each) => each.startsWith(name))
      : names.find((each) => isClose(name, each) || name.startsWith(each) || each.startsWith(name));
  return close ? `: did you mean --${close}?` : '. See --help';
}

function sectionsIn(list: string | undefined): Section[] {
  const names = list?.split(',').map((name) => name.trim()) ?? sections;
  const unknown = names.find((name) => !sections.some((section) => section === name));
  if (unknown !== undefined) throw new StartError(`--only: ${unknown} isn't one of ${sections.join(', ')}`);
  return sections.filter((section) => names.includes(section));
}

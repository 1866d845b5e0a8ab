import type { Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import { isStatementName, maxNamed, statementName } from './statement-names.ts';
import { textOf } from './value-text.mjs';

/** What Kysely reads of a result. */
export interface StatementResult {
  command: string;
  rowCount: number;
  rows: unknown[];
}

/** The parts of `pg`'s connection that statements use. */
interface Wire {
  stream: { write(bytes: Buffer): void };
  /** The texts of prepared statements by name, as `pg` records them. */
  parsedStatements: Record<string, string | undefined>;
  query(text: string): void;
}

interface Column {
  name: string;
  parse(text: string): unknown;
}
type Columns = readonly Column[];

/** Chooses how a value of a type is parsed. */
export type ParserOf = (type: number) => (text: string) => unknown;

/** The columns of each connection's prepared statements by name: they don't have to be described again. */
const describedBy = new WeakMap<object, Map<string, Columns>>();

/** SQL with its parameters. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

/**
 * A statement and those executed before it, which only read: one message each way for all of them. `pg` itself sends a
 * message for each, and has its columns described every time. If one fails, the next ones aren't executed.
 */
export class Exchange implements Submittable {
  /** The results of the statements executed so far. */
  readonly results: StatementResult[] = [];
  readonly #statements: readonly { name: string; text: string; values: (string | null)[] }[];
  readonly #parserOf: ParserOf;
  #described = new Map<string, Columns>();
  #columns: Columns | undefined;
  #rows: unknown[] = [];
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  readonly done = new Promise<void>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });

  constructor(statements: readonly Statement[], parserOf: ParserOf) {
    this.#parserOf = parserOf;
    this.#statements = statements.map(({ text, values }) => ({
      name: (values.length > 0 && statementName(text)) || '',
      text,
      values: values.map((value) => textOf(value)),
    }));
  }

  // `pg` calls the following methods, and reads name and text of the current statement once it's prepared.
  get name(): string | undefined {
    return this.#statements[this.results.length]?.name;
  }

  get text(): string | undefined {
    return this.#statements[this.results.length]?.text;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    this.#described = describedBy.get(wire) ?? new Map<string, Columns>();
    describedBy.set(wire, this.#described);
    // Without parameters, such as `begin`, the simple protocol is faster.
    const [only, second] = this.#statements;
    if (only?.values.length === 0 && !second) return wire.query(only.text);
    const parsing = new Set<string>();
    const messages: Uint8Array[] = [];
    for (const { name, text, values } of this.#statements) {
      const isParsed = name !== '' && (wire.parsedStatements[name] !== undefined || parsing.has(name));
      if (!isParsed) messages.push(serialize.parse({ name, text }));
      if (!isParsed && name !== '') parsing.add(name);
      messages.push(serialize.bind({ statement: name, values }));
      if (!this.#described.has(name)) messages.push(serialize.describe({ type: 'P' }));
      messages.push(serialize.execute());
    }
    const closing = parsing.size > 0 ? this.#forgotten(wire) : [];
    const closes = closing.map((name) => serialize.close({ type: 'S', name }));
    // In one write: `pg` makes one for each message, which takes several times longer.
    wire.stream.write(Buffer.concat([...closes, ...messages, serialize.sync()]));
  }

  /** Names of the connection's prepared statements that no other exchange will use, once there are many. */
  #forgotten({ parsedStatements }: Wire): string[] {
    const prepared = Object.keys(parsedStatements);
    if (prepared.length < maxNamed) return [];
    const used = new Set(this.#statements.map(({ name }) => name));
    const closing = prepared.filter((name) => !isStatementName(name) && !used.has(name));
    for (const name of closing) {
      delete parsedStatements[name];
      this.#described.delete(name);
    }
    return closing;
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }));
    if (this.name) this.#described.set(this.name, this.#columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#columns ??= this.#described.get(this.name ?? '') ?? [];
    const row: Record<string, unknown> = {};
    let index = 0;
    for (const { name, parse } of this.#columns) {
      const text = fields[index] ?? null;
      row[name] = text === null ? null : parse(text);
      index += 1;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    // Such as "INSERT 0 1" and "SELECT 20".
    const [command = ''] = text.split(' ', 1);
    const rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
    // Without a description it has no columns.
    if (this.name && !this.#described.has(this.name)) this.#described.set(this.name, []);
    this.results.push({ command, rowCount, rows: this.#rows });
    this.#rows = [];
    this.#columns = undefined;
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }

  handleError(error: unknown): void {
    this.#reject(error);
  }
}

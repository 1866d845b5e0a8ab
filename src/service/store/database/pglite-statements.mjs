/**
 * Executes statements on PGlite over the wire protocol. PGlite's own `query()` makes several calls for each statement and
 * plans it anew; here a statement is one call, and its plan is kept. Messages are written and read by `pg-protocol`, because
 * PGlite's own functions take as long for it as the database takes for a small statement.
 */
import { serialize } from 'pg-protocol';
import { Parser } from 'pg-protocol/dist/parser.js';
import { plannedEachTime } from './planning.mjs';
import { textOf } from './value-text.mjs';

/** @typedef {{ rows: unknown[], affected: number, accessGeneration?: string | undefined }} Outcome */
/** @typedef {{ name: string, parse: (text: string) => unknown }[]} Columns */

const maxPrepared = 300;
/**
 * Statistics are updated only about once a minute (`upkeep.ts`), and a plan made while a table was small would be kept until
 * then however large the table grows: plans are made anew after this many changed rows.
 */
const changesPerPlan = 1_000;
const mayWrite = /\b(insert|update|delete|truncate|merge)\b/i;
const generationQuery = 'select bit_xor(generation)::text as generation from access_generations';

/** @param {import('@electric-sql/pglite').PGlite} database */
export function createStatements(database) {
  /**
   * Names and columns of prepared statements by their text, least recently used first.
   * @type {Map<string, { name: string, columns: Columns | undefined }>}
   */
  const prepared = new Map();
  /** Names of prepared statements to close with the next message. @type {string[]} */
  let closing = [];
  let names = 0;
  let changes = 0;
  let inTransaction = false;

  /** @param {string} text @param {readonly unknown[]} values @returns {Promise<Outcome>} */
  async function exchange(text, values) {
    const known = prepared.get(text);
    const isKept = !text.startsWith(plannedEachTime);
    const name = known?.name ?? (isKept ? `s${(names += 1)}` : '');
    const messages = closing.map((old) => serialize.close({ type: 'S', name: old }));
    closing = [];
    if (!known) messages.push(serialize.parse({ name, text }));
    messages.push(serialize.bind({ statement: name, values: values.map((value) => textOf(value)) }));
    if (!known?.columns) messages.push(serialize.describe({ type: 'P' }));
    messages.push(serialize.execute(), serialize.sync());
    // Until the opposite is known: after any failure, the generation is read again.
    inTransaction = true;
    const { isParsed, columns, rows, affected, failure, status } = await replyTo(messages, known?.columns);
    inTransaction = status !== 'I';
    if (isKept && (known || isParsed)) keep(text, { name, columns });
    if (failure) throw failure;
    return { rows, affected };
  }

  /** @param {readonly Buffer[]} messages @param {Columns | undefined} columns unless they're described */
  async function replyTo(messages, columns) {
    /** @type {Reply} */
    const reply = { isParsed: false, columns, rows: [], affected: 0, failure: undefined, status: '' };
    /** @type {Buffer[]} */
    const received = [];
    await database.execProtocolRawStream(Buffer.concat(messages), {
      syncToFs: false,
      // A copy, because the database reuses this memory.
      onRawData: (bytes) => void received.push(Buffer.from(bytes)),
    });
    const parser = new Parser();
    /** @param {unknown} message */
    const read = (message) => readInto(reply, /** @type {Message} */ (message), database.parsers);
    for (const bytes of received) parser.parse(bytes, read);
    return reply;
  }

  /** @param {string} text @param {{ name: string, columns: Columns | undefined }} statement */
  function keep(text, statement) {
    prepared.delete(text);
    prepared.set(text, statement);
    const [oldest] = prepared;
    if (prepared.size > maxPrepared && oldest) drop(oldest[0], oldest[1].name);
  }

  /** @param {string} text @param {string} name */
  function drop(text, name) {
    prepared.delete(text);
    closing.push(name);
  }

  /** @returns {Promise<string | undefined>} undefined before the migration that adds it */
  async function accessGeneration() {
    try {
      const [row] = (await exchange(generationQuery, [])).rows;
      return /** @type {{ generation: string | null }} */ (row).generation ?? '';
    } catch {
      return undefined;
    }
  }

  return {
    accessGeneration,
    /**
     * The outcome of what may have been a change contains the access generation.
     * @param {string} text @param {readonly unknown[]} values @returns {Promise<Outcome>}
     */
    run: async (text, values) => {
      const before = inTransaction;
      const result = await exchange(text, values);
      changes += result.affected;
      if (changes >= changesPerPlan) {
        changes = 0;
        for (const [each, { name }] of prepared) drop(each, name);
      }
      if (inTransaction || !(before || mayWrite.test(text))) return result;
      return { ...result, accessGeneration: await accessGeneration() };
    },
  };
}

/**
 * @typedef {{ name: 'rowDescription', fields: { name: string, dataTypeID: number }[] }
 *   | { name: 'dataRow', fields: (string | null)[] }
 *   | { name: 'commandComplete', text: string }
 *   | { name: 'readyForQuery', status: string }
 *   | { name: 'parseComplete' | 'noData' }
 *   | import('pg-protocol').DatabaseError & { name: 'error' }} Message
 *
 * @typedef {{ isParsed: boolean, columns: Columns | undefined, rows: unknown[], affected: number,
 *   failure: unknown, status: string }} Reply `status` is I outside transactions.
 */

/** @param {Reply} reply @param {Message} message @param {import('@electric-sql/pglite').ParserOptions} parsers by type */
function readInto(reply, message, parsers) {
  switch (message.name) {
    case 'parseComplete':
      reply.isParsed = true;
      break;
    case 'noData':
      reply.columns = [];
      break;
    case 'rowDescription':
      reply.columns = message.fields.map(({ name, dataTypeID: type }) => {
        return { name, parse: parsers[type] ?? ((text) => text) };
      });
      break;
    case 'dataRow':
      reply.rows.push(rowOf(reply.columns ?? [], message.fields));
      break;
    case 'commandComplete': {
      const [, affected = 0] = /^(?:INSERT 0|UPDATE|DELETE|MERGE) (\d+)$/.exec(message.text) ?? [];
      reply.affected = Number(affected);
      break;
    }
    case 'error':
      reply.failure ??= message;
      break;
    case 'readyForQuery':
      reply.status = message.status;
  }
}

/** @param {Columns} columns @param {readonly (string | null)[]} texts */
function rowOf(columns, texts) {
  /** @type {Record<string, unknown>} */
  const row = {};
  let index = 0;
  for (const { name, parse } of columns) {
    const text = texts[index] ?? null;
    row[name] = text === null ? null : parse(text);
    index += 1;
  }
  return row;
}

/**
 * Executes statements on PGlite over the wire protocol. PGlite's own `query()` makes several calls for each statement and
 * plans it anew; here a statement is one call, and its plan is kept.
 */
import { parse, protocol } from '@electric-sql/pglite';
import { plannedEachTime } from './planning.mjs';
import { textOf } from './value-text.mjs';

/** @typedef {{ rows: unknown[], affected: number, accessGeneration?: number | undefined }} Outcome */

const { serialize } = protocol;
const maxPrepared = 300;
/**
 * Statistics are updated only about once a minute (`upkeep.ts`), and a plan made while a table was small would be kept until
 * then however large the table grows: plans are made anew after this many changed rows.
 */
const changesPerPlan = 1_000;
const mayWrite = /\b(insert|update|delete|truncate|merge)\b/i;
const generationQuery = 'select sum(generation)::float8 as generation from access_generations';

/** @param {import('@electric-sql/pglite').PGlite} database */
export function createStatements(database) {
  /** Names of prepared statements by their text, least recently used first. @type {Map<string, string>} */
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
    const name = known ?? (isKept ? `s${(names += 1)}` : '');
    const messages = closing.map((old) => serialize.close({ type: 'S', name: old }));
    closing = [];
    if (known === undefined) messages.push(serialize.parse({ name, text }));
    messages.push(
      serialize.bind({ statement: name, values: values.map((value) => textOf(value)) }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    );
    // Until the opposite is known: after any failure, the generation is read again.
    inTransaction = true;
    const replies = (await database.execProtocol(joined(messages), { syncToFs: false, throwOnError: false }))
      .messages;
    const ready = replies.findLast((reply) => reply.name === 'readyForQuery');
    inTransaction = ready !== undefined && 'status' in ready && ready.status !== 'I';
    const isPrepared = known !== undefined || replies.some((reply) => reply.name === 'parseComplete');
    if (isKept && isPrepared) keep(text, name);
    const failure = replies.find((reply) => reply.name === 'error');
    if (failure) throw failure;
    const [result] = parse.parseResults(replies, database.parsers);
    return { rows: result?.rows ?? [], affected: result?.affectedRows ?? 0 };
  }

  /** @param {string} text @param {string} name */
  function keep(text, name) {
    prepared.delete(text);
    prepared.set(text, name);
    const [oldest] = prepared;
    if (prepared.size > maxPrepared && oldest) drop(oldest[0], oldest[1]);
  }

  /** @param {string} text @param {string} name */
  function drop(text, name) {
    prepared.delete(text);
    closing.push(name);
  }

  /** @returns {Promise<number | undefined>} undefined before the migration that adds it */
  async function accessGeneration() {
    try {
      const [row] = (await exchange(generationQuery, [])).rows;
      return /** @type {{ generation: number | null }} */ (row).generation ?? 0;
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
        for (const [each, name] of prepared) drop(each, name);
      }
      if (inTransaction || !(before || mayWrite.test(text))) return result;
      return { ...result, accessGeneration: await accessGeneration() };
    },
  };
}

/** @param {readonly Uint8Array[]} parts */
function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

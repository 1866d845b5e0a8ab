import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { limits } from '../../../contract/limits.ts';
import type { JobRow, Stores } from '../ports.ts';

const compress = promisify(gzip);
/** Of uncompressed text that's read at a time. */
const readSize = 1024 * 1024;

/** Collects groups that are about to be deleted, parents before children, for the entry about their deletion. */
export function keepGroups(stores: Stores) {
  let parts: Buffer[] = [];
  let bytes = 0;
  let length = 0;
  const isTooLarge = () => bytes > limits.keptGroupsBytes || length > limits.keptGroupsText;
  return {
    add: async (ids: readonly number[]): Promise<void> => {
      if (!stores.changes.isOn || isTooLarge()) return;
      // A line of JSON. Compressed texts can follow each other (RFC 1952 section 2.2).
      const line = `${JSON.stringify(await stores.groupBatches.toKeep(ids))}\n`;
      const part = await compress(line);
      bytes += part.length;
      length += line.length;
      if (isTooLarge()) parts = [];
      else parts.push(part);
    },
    /** The groups as they're stored; empty if they're too large. */
    stored: () => Buffer.concat(parts),
  };
}

/** Keeps them until the job that deletes them ends; in a transaction. */
export const addKept = ({ jobs }: Stores, { id }: Pick<JobRow, 'id'>, kept: Buffer) =>
  jobs.addPart(id, 0, { kept: kept.toString('base64') });

/** What `addKept` has kept; undefined for a job from before there was anything to keep. */
export async function keptBy({ jobs }: Stores, { id }: Pick<JobRow, 'id'>): Promise<Buffer | undefined> {
  const part = (await jobs.part(id, 0)) as { kept: string } | undefined;
  return part && Buffer.from(part.kept, 'base64');
}

/** Reads groups that a deletion has kept, in small parts: each is an array of `DeletedGroup` as JSON. @param stored as of `keepGroups` */
export async function* keptGroups(stored: Buffer): AsyncGenerator<string> {
  if (stored.length === 0) return;
  let rest = '';
  const texts = Readable.from([stored]).pipe(createGunzip({ chunkSize: readSize }));
  for await (const text of texts.setEncoding('utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

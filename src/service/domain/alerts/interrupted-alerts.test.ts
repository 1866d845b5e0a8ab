import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PublishedMetadata } from '../../../contract/oidc/metadata.ts';
import { openTestDatabase } from '../../../testing/databases.ts';
import { sampleOp } from '../../../testing/oidc-op.ts';
import { recording } from '../../../testing/service.ts';
import type { Database } from '../../store/database/database.ts';
import { unitOfWork } from '../../store/tables/stores.ts';
import { MetadataFailure } from '../oidc/oidc-ports.ts';
import { createAlerting } from './alerts.ts';

let database: Database;
let now: Date;
beforeEach(async () => {
  database = await openTestDatabase();
  now = new Date('2026-01-01T12:00:00Z');
});
afterEach(() => database.close());

const published = { issuer: 'https://id.example' } as PublishedMetadata;

function alerting(options: Partial<Parameters<typeof createAlerting>[0]>) {
  const work = unitOfWork(database.db, () => now, recording);
  const run = createAlerting({
    work,
    now: () => now,
    metadata: () => Promise.resolve(published),
    onCheckFailed: (error) => {
      throw error;
    },
    ...options,
  });
  const raised = async () => {
    const { rows } = await sql`select type from alerts`.execute(database.db);
    return rows;
  };
  return { ...run, raised };
}

it('alerts about no configuration that has changed while its metadata was fetched', async () => {
  const { resource: _resource, metadata_url: _url, post_logout_redirect_uri: _uri, ...values } = sampleOp;
  const { stores } = unitOfWork(database.db, () => now, recording);
  await stores.oidcOps.insert({
    ...values,
    post_logout_redirect_uri: '',
    metadata_url: 'https://id.example/metadata',
    client_secret: 'sealed',
    announces_iss: false,
    created_at: now,
    updated_at: now,
  });
  let metadata = () => Promise.resolve(published);
  const { checkMetadata, raised } = alerting({ metadata: () => metadata() });
  const check = () => checkMetadata(new AbortController().signal);
  await check();
  now = new Date(Number(now) + 7 * 3_600_000);
  metadata = async () => {
    await stores.oidcOps.update(sampleOp.id, { metadata_url: 'https://new.example' });
    throw new MetadataFailure('gone', undefined);
  };
  await check();
  expect(await raised()).toEqual([]);
});

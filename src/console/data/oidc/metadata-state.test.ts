import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../client/errors.ts';
import { fetchFailure, metadataSummary, metadataText } from './metadata-state.ts';

const problem = (status: number) => new ApiError('problem', status, ['because']);

describe("metadata that can't be fetched", () => {
  it.each([
    ['unreachable', problem(502)],
    ['unreachable', problem(400)],
    ['failed', problem(401)],
    ['failed', problem(403)],
    ['failed', problem(503)],
    ['failed', new ApiError('network', 0, ['because'])],
    ['failed', new ApiError('not-the-api', 502, ['because'])],
    ['absent', new ApiError('not-offered', 404, ['because'])],
  ])('is %s after %s', (state, error) => expect(fetchFailure(error).state).toBe(state));

  it('is blamed on the provider only if that is known', () => {
    const failed = { state: 'failed', reason: "Couldn't reach the service" } as const;
    expect(metadataText(failed)).toBe("Couldn't check: Couldn't reach the service");
    expect(metadataSummary([{ state: 'good' }, failed])).toBe(
      "Metadata: 1 as published, 1 that couldn't be checked",
    );
  });
});

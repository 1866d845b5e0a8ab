import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../client/errors.ts';
import { clockTime } from '../../lib/ago.ts';
import { explainError } from './page-errors.tsx';

const problem = (status: number) => new ApiError('problem', status, ['because'], 'request-1');

describe('explainError', () => {
  it.each([
    [401, "Couldn't load this page", true],
    [403, "You don't have permission to view this page", false],
    [404, 'Not found', false],
    [400, "Couldn't load this page", false],
    [429, "Couldn't load this page", true],
    [500, "Couldn't load this page", true],
    [503, "Couldn't reach the service", true],
  ])('titles a %i, and offers a retry only where it may help', (status, title, canRetry) => {
    expect(explainError(problem(status))).toEqual({
      title,
      canRetry,
      detail: [status === 401 ? 'Your session had ended. Try again.' : 'because'],
      refused: status === 403,
    });
  });

  it.each([429, 503])('says until when to wait if a %i asks for it', (status) => {
    const error = new ApiError('problem', status, ['because'], undefined, 120);
    const { title, detail, canRetry } = explainError(error);
    expect([title, canRetry]).toEqual(['The service is busy', true]);
    expect(detail).toEqual(['because', `The service asks to wait until ${clockTime(Date.now() + 120_000)}`]);
  });

  it.each([
    [new ApiError('not-offered', 404, ["This service doesn't offer it."]), 'Not available', false],
    [new ApiError('not-the-api', 200, ['not JSON']), "Couldn't load this page", true],
    [new Error('boom'), "Couldn't load this page", true],
  ])('shows what %s says', (error, title, canRetry) => {
    expect(explainError(error)).toMatchObject({ title, detail: [error.message], canRetry });
  });

  it.each(["Couldn't reach the service", "The service's response was cut off"])('says %j once', (title) => {
    const { detail: more, ...rest } = explainError(new ApiError('network', 0, [title]));
    expect(rest).toEqual({ title, canRetry: true });
    expect(more).not.toContain(title);
  });
});

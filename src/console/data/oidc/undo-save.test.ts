import { describe, expect, it } from 'vitest';
import type { FormValues } from './fields.ts';
import { emptyForm, toUpdateRequest } from './form-values.ts';
import { requestToUndo } from './undo-save.ts';

const from: FormValues = {
  ...emptyForm,
  name: 'Acme',
  metadata_url: 'https://a.example/.well-known/openid-configuration',
  token_endpoint: 'https://a.example/token',
};
const undoOf = (changes: Partial<FormValues>, secret?: string) => {
  const saved = { ...from, ...changes };
  return requestToUndo(from, toUpdateRequest(from, saved, secret), saved);
};

describe('requestToUndo', () => {
  it('restores only what was sent', () => {
    expect(undoOf({ name: 'Acme 2', scope: 'openid email' })).toEqual({ name: 'Acme', scope: 'openid' });
    expect(undoOf({ token_endpoint: 'https://a.example/v2/token' })).toEqual({
      token_endpoint: 'https://a.example/token',
    });
  });

  it('never moves the token endpoint to another origin, where the stored secret would be sent', () => {
    expect(undoOf({ token_endpoint: 'https://b.example/token' })).toBeUndefined();
    expect(undoOf({ name: 'Acme 2', token_endpoint: 'https://b.example/token' })).toBeUndefined();
  });

  it('is undefined after a new secret or metadata URL', () => {
    expect(undoOf({ name: 'Acme 2' }, 'secret')).toBeUndefined();
    expect(undoOf({ metadata_url: 'https://a.example/v2' })).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { listed, parseSort } from '../list/filter.ts';
import { emptyForm, toForm } from '../editor/form-values.ts';
import { drift, healthOf, healthSentence, healthSummary } from '../list/health.ts';
import { metadataDifferences, provenance } from './provenance.ts';
import { sampleOp } from '../../../../testing/oidc-op.ts';
import { differenceInWords, diffText } from './text-diff.ts';

const saved = toForm(sampleOp);
const published = {
  issuer: saved.issuer,
  authorization_endpoint: saved.authorization_endpoint,
  token_endpoint: 'https://id.example/token/v2',
  userinfo_endpoint: saved.userinfo_endpoint,
  jwks_uri: saved.jwks_uri,
};

describe('where a value comes from', () => {
  it('is told by what it is equal to', () => {
    expect(provenance('issuer', saved, saved, published)).toBe('As published');
    expect(provenance('token_endpoint', saved, saved, published)).toBe('Differs from published');
    expect(provenance('token_endpoint', saved, saved, undefined)).toBe('Saved');
    expect(provenance('name', { ...saved, name: 'Other' }, saved, published)).toBe('Changed');
    expect(provenance('name', { ...emptyForm, name: 'Other' }, undefined, undefined)).toBe('Typed');
    expect(provenance('scope', emptyForm, undefined, undefined)).toBe('Default');
    expect(provenance('logout_method', emptyForm, undefined, undefined)).toBe('Default');
    expect(provenance('issuer', emptyForm, undefined, undefined)).toBeUndefined();
  });

  it('is the coming fetch where a field is empty beside a new metadata URL', () => {
    const values = { ...emptyForm, metadata_url: 'https://id.example/m' };
    expect(provenance('issuer', values, undefined, undefined)).toBe('Filled on save');
    expect(provenance('issuer', { ...saved, issuer: '' }, saved, undefined)).toBeUndefined();
  });
});

describe('what is published', () => {
  it('is suggested only where nothing stands', () => {
    const differences = metadataDifferences({ ...saved, jwks_uri: '' }, saved, published);
    expect(differences.map(({ field, suggested }) => [field, suggested])).toEqual([
      ['token_endpoint', false],
      ['jwks_uri', true],
    ]);
  });

  it('is compared with what was saved', () => {
    const preview = { url: '', bytes: 0, milliseconds: 0, metadata: published, warnings: [] };
    expect(drift(sampleOp, preview)).toEqual(['token_endpoint']);
    const health = healthOf(sampleOp, { state: 'published', preview });
    expect(healthSentence(health)).toBe('Differs: Token endpoint');
    const now = { ...sampleOp, token_endpoint: published.token_endpoint };
    expect(healthSentence(healthOf(now, { state: 'published', preview }))).toBe('As published');
  });

  it('is summed up over the list, with what nobody could reach', () => {
    const op = { ...sampleOp, metadata_url: 'https://id.example/m' };
    const preview = { url: '', bytes: 0, milliseconds: 0, metadata: published, warnings: [] };
    const all = [
      healthOf(op, { state: 'published', preview }),
      healthOf(op, { state: 'unreachable', why: 'timeout' }),
      healthOf(op, { state: 'unreachable', why: 'timeout' }),
      healthOf({ ...op, metadata_url: '' }, undefined),
    ];
    expect(healthSummary(all)).toBe('Metadata: 1 changed at the provider, 2 not reachable, 1 without a URL');
  });
});

describe('two issuers', () => {
  it.each([
    ['https://a.example/', 'https://a.example', 'it has a slash too many at its end'],
    ['https://a.example', 'https://a.example/', 'it lacks a slash at its end'],
    ['https://a.example ', 'https://a.example', 'it has a space too many at its end'],
    ['http://a.example', 'https://a.example', 'it lacks “s”'],
    ['https://A.example', 'https://a.example', 'only capital and small letters differ'],
    ['https://b.org', 'https://a.example', undefined],
  ])('%s and %s: %s', (typed, other, words) => {
    expect(differenceInWords(typed, other)).toBe(words);
  });

  it('are the same again when their parts are joined', () => {
    const parts = diffText('https://a.example/x', 'https://b.example/');
    const side = (kind: string) =>
      parts.filter((part) => part.kind === 'same' || part.kind === kind).map((part) => part.text);
    expect(side('only-left').join('')).toBe('https://a.example/x');
    expect(side('only-right').join('')).toBe('https://b.example/');
  });
});

describe('two very long values', () => {
  it('are told apart as wholes, at once', () => {
    const [left, right] = ['a'.repeat(200_000), 'b'.repeat(200_000)];
    expect(diffText(left, right)).toEqual([
      { kind: 'only-left', text: left },
      { kind: 'only-right', text: right },
    ]);
    expect(differenceInWords(left, right)).toBeUndefined();
  });
});

describe('the list', () => {
  const ops = [
    { ...sampleOp, id: 2, name: 'Beta 10', issuer: 'https://z.example' },
    { ...sampleOp, id: 3, name: 'beta 2', issuer: 'https://a.example' },
    { ...sampleOp, id: 1, name: 'Alpha', client_id: 'zzz' },
  ];
  const ids = (text: string, sort?: string) => listed(ops, text, parseSort(sort)).map(({ id }) => id);

  it('is sorted as people do, both ways', () => {
    expect(ids('')).toEqual([1, 3, 2]);
    expect(ids('', '-name')).toEqual([2, 3, 1]);
    expect(ids('', 'issuer')).toEqual([3, 1, 2]);
    expect(ids('', 'nonsense')).toEqual([1, 3, 2]);
  });

  it('is searched in every visible field', () => {
    expect(ids('BETA z.ex')).toEqual([2]);
    expect(ids('zzz')).toEqual([1]);
    expect(ids('/oidc_ops/1 beta')).toEqual([3, 2]);
    expect(ids('nothing')).toEqual([]);
  });
});

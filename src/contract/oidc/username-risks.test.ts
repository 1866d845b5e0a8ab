import { describe, expect, it } from 'vitest';
import { emailBeforeAt, emailDomain, textFlagProblem, usernameRisks } from './username-risks.ts';

const constant = /everyone the same login/;
const domain = /drops the domain/;
const part = /only a part/;
const list = /The order of/;
const own = /themselves/;
const unverified = /verify email addresses/;
const text = /as text/;
const gate = /no gate/;
const verified = 'email_verified == `true`';
const atExample = "ends_with(upn, '@a.example')";

describe('risks of an expression', () => {
  it.each([
    'sub',
    'preferred_username',
    'preferred_username || upn',
    'upn && lower(upn)',
    'employee_id && to_string(employee_id)',
    'not_null(preferred_username, upn, sub)',
    '"custom:login"',
    'attributes.login',
    `${verified} && email`,
    "email_verified == 'true' && email",
    "to_string(email_verified) == 'true' && lower(email)",
    `${verified} && email || sub`,
    `(${verified} && email) | lower(@)`,
    emailBeforeAt('acme.example'),
    emailBeforeAt('acme.example', 'true'),
    `${verified} && split(email, '@')[1] == 'acme.example' && split(email, '@')[0]`,
    `${verified} && hd == 'acme.example' && split(email, '@')[0]`,
    "hd == 'a.example' && split(upn, '@')[0]",
    "tid == '6d1f' && preferred_username",
    `(${atExample} || ends_with(upn, '@b.example')) && split(upn, '@')[0]`,
    `${atExample} && (sub || split(upn, '@')[0])`,
    `${atExample} && upn | split(@, '@')[0]`,
    `split(${atExample} && upn, '@')[0]`,
    `[@][?${atExample}] | split([0].upn, '@')[0]`,
    "starts_with(sub, 'ldap|') && split(sub, '|')[1]",
    String.raw`starts_with(winaccountname, 'CORP\\') && split(winaccountname, '\\')[1]`,
    "replace(upn, '@acme.example', '')",
    "contains(groups, 'admins') && preferred_username",
    "groups[?@ == 'staff'] && upn",
    "emails[?type == 'work'].value | [0]",
    "join('', [sub, '@acme.example'])",
    'let $login = upn in lower($login)',
    'active == `true` && upn',
    "role == 'admin' ? upn : sub",
    '[upn, sub][?@] | [0]',
    'not (valid',
  ])('are none: %s', (expression) => expect(usernameRisks(expression, true)).toEqual([]));

  it.each([
    ["'admin'", [constant]],
    ["preferred_username || 'bob'", [constant]],
    ["not_null(upn, 'guest')", [constant]],
    ["contains(groups, 'admins') && 'admin'", [constant]],
    ['upn || `"bob"`', [constant]],
    ["lower('ADMIN')", [constant]],
    ["join('', ['ad', 'min'])", [constant]],
    ["upn | 'admin'", [constant]],
    ["[upn, 'bob'][?@] | [0]", [constant]],
    ["let $x = 'bob' in $x", [constant]],
    ["let $x = upn in 'bob'", [constant]],
    ["role == 'admin' ? 'root' : sub", [constant]],
    ["{a: 'bob'}.a", [constant]],
    ['groups[0]', [list]],
    ['emails[-1]', [list]],
    ['profiles.emails[0].value', [list]],
    ['emails[].value | [0]', [list]],
    ['emails[*].value | [1]', [list]],
    ['sort(groups)[0]', [list]],
    ["split(emails[0], ':')[1]", [part, list]],
    ["split(email, '@')[0]", [domain, unverified]],
    [`${verified} && split(email, '@')[0]`, [domain]],
    ["split(preferred_username, '@') | [0]", [domain]],
    ["replace(upn, '@', '')", [domain]],
    // Also true for ann@not-acme.example.
    ["ends_with(upn, 'acme.example') && split(upn, '@')[0]", [domain]],
    [`${verified} && ends_with(preferred_username, '@a.example') && split(email, '@')[0]`, [domain]],
    [`${verified} && acr == 'urn:mace:silver.example' && split(email, '@')[0]`, [domain]],
    ["ver == '2.0' && split(upn, '@')[0]", [domain]],
    ["ends_with('x@a.example', upn) && split(upn, '@')[0]", [domain]],
    // A guard limits only what it's tested for.
    ["ends_with(email, '@a.example') && email || split(email, '@')[0]", [domain, unverified]],
    ["hd == 'a.example' && sub || split(upn, '@')[0]", [domain]],
    [`(${atExample} || role) && split(upn, '@')[0]`, [domain]],
    [`!${atExample} && split(upn, '@')[0]`, [domain, gate]],
    [`${atExample} == \`false\` && split(upn, '@')[0]`, [domain, gate]],
    [`not_null(${atExample} && upn, split(upn, '@')[0])`, [domain]],
    [`split(upn, '@')[0] || ${atExample}`, [domain]],
    [String.raw`split(upn, '\\')[1]`, [part]],
    ["split(sub, '|')[1]", [part]],
    ['upn[0:5]', [part]],
    ['upn[::-1]', [part]],
    ['email', [unverified]],
    ['email_verified && email', [unverified, text]],
    ['(email_verified || sub) && email', [unverified, text]],
    ["email_verified == 'false' && email", [unverified]],
    ['email_verified == other && email', [unverified]],
    ["email_verified != 'false' && email", [unverified, gate]],
    ['!email_verified && email', [unverified, gate]],
    ['email_verified == `false` && email', [unverified, gate]],
    [`${verified} && upn || email`, [unverified]],
    ['account.is_active && upn', [text]],
    ['!blocked && upn', [gate]],
    ["status != 'blocked' && upn", [gate]],
    ['deleted_at == `null` && upn', [gate]],
    ['blocked ? `null` : upn', [gate]],
    ['nickname', [own]],
    ['preferred_username || name', [own]],
  ])('%s', (expression, risks) =>
    expect(usernameRisks(expression, true)).toEqual(risks.map((risk) => expect.stringMatching(risk))),
  );

  it('say nothing of gates without UserInfo, which could open them', () =>
    expect(usernameRisks('!blocked && upn', false)).toEqual([]));

  it('are found quickly in many alternatives that are piped into each other', () =>
    expect(usernameRisks(Array(200).fill('(a || b || c)').join(' | '), true)).toEqual([]));
});

it('explains why a comparison fails with what a provider returns as text', () => {
  const claims = { email_verified: 'true' };
  expect(textFlagProblem(`${verified} && email`, claims)).toContain("email_verified == 'true'");
  expect(textFlagProblem(`${verified} && email`, { email_verified: true })).toBeUndefined();
  expect(textFlagProblem("email_verified == 'true' && email", claims)).toBeUndefined();
});

it.each([
  ['example.com', 'example.com'],
  [' @a-b.example.com ', 'a-b.example.com'],
  ["x.com') || sub", undefined],
  ['example', undefined],
])('reads the domain %s', (typed, read) => expect(emailDomain(typed)).toBe(read));

import { describe, expect, it } from 'vitest';
import { balanced, isVisible, isolate, msg, visibleName } from './isolate.ts';

const [lri, fsi, pdi, rlo] = ['\u2066', '\u2068', '\u2069', '\u202E'];

/** How deep isolates are nested at the end of a text; -1 where it ends one that it did not begin. */
function depthAfter(text: string): number {
  let depth = 0;
  for (const mark of text) {
    if (mark === lri || mark === '\u2067' || mark === fsi) depth += 1;
    if (mark === pdi) depth -= 1;
    if (depth < 0) return -1;
  }
  return depth;
}

describe('isolate', () => {
  it.each([
    ['a change of direction', `gpj.${rlo}exe`],
    ['Hebrew', 'שלום'],
    ['Arabic digits', '٣'],
    ['an old script of the right', '\u{10900}'],
    ['a single mark', 'a\u200F'],
  ])('isolates a name with %s', (_, name) => {
    expect(isolate(name)).toBe(`${fsi}${name}${pdi}`);
  });

  it.each(['EMEA', 'Zürich 42 (new)', 'Москва', '東京', '👩‍👩‍👧', '', '1.2.3'])('stays %j', (name) => {
    expect(isolate(name)).toBe(name);
  });

  it.each([
    ['ends the isolate', `a${pdi}b${rlo}c`],
    ['ends many', `${pdi}${pdi}${rlo}`],
    ['begins one', `a${fsi}b${rlo}`],
    ['begins and ends in the wrong order', `${pdi}a${lri}`],
    ['ends the paragraph', `a\u2029${rlo}b\n${lri}c`],
  ])('contains a name that %s', (_, name) => {
    const inside = isolate(name);
    expect(inside.startsWith(fsi)).toBe(true);
    expect(inside.endsWith(pdi)).toBe(true);
    expect(depthAfter(inside)).toBe(0);
    expect(depthAfter(inside.slice(0, -1))).toBe(1);
    // Nothing between the first and the last mark ends the isolate that stands around it.
    expect(depthAfter(inside.slice(1, -1))).toBe(0);
    expect(inside).not.toMatch(/[\n\u2029]/);
    expect(depthAfter(balanced(name))).toBe(0);
  });

  it('preserves letters, and can be nested', () => {
    const name = `${pdi}x${rlo}y`;
    expect(isolate(name).replace(/[\u2066-\u2069]/g, '')).toBe(`x${rlo}y`);
    expect(depthAfter(isolate(`Delete ${isolate(name)}`))).toBe(0);
  });
});

describe('a name that looks empty', () => {
  const invisible = [' ', ...'\u00A0 \u200B \u2060\uFEFF \u3164 \u2800 \u200F \u{E0061} \u0085'.split(' ')];

  it.each(invisible)('is shown as such: %j', (name) => {
    expect(isVisible(name)).toBe(false);
    expect(visibleName(name, '/groups/5')).toBe('(no visible name) /groups/5');
    expect(msg`Delete ${name}`).toContain('(no visible name)');
    expect(balanced(name)).toBe('(no visible name)');
  });

  it.each([undefined, null, 7])("is said of a remote service's name that's no text: %j", (name) => {
    expect(visibleName(name, '/groups/5')).toBe('(no visible name) /groups/5');
  });

  it.each(['a', '.', '-', '\u0301', '🙂', '\u200Ba'])('is not %j', (name) => {
    expect(visibleName(name, '/groups/5')).toBe(name);
  });
});

it('isolates the values of a sentence, and joins lists', () => {
  const hebrew = 'שלום';
  expect(msg`Delete ${'Acme'} and ${2} groups`).toBe('Delete Acme and 2 groups');
  expect(msg`Delete ${hebrew}: ${['Acme', hebrew]}`).toBe(
    `Delete ${isolate(hebrew)}: Acme, ${isolate(hebrew)}`,
  );
});

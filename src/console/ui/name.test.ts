import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Name } from './name.tsx';

it.each([
  ['EMEA', 'EMEA'],
  ['gpj.\u202Eexe', 'gpj.\u202Eexe'],
  ['a\u2069b\u202Ec', 'ab\u202Ec'],
  ['a\u2067b', 'a\u2067b\u2069'],
  ['<b>&', '&lt;b&gt;&amp;'],
])('Name isolates the text direction of %j', (name, isolated) => {
  expect(renderToStaticMarkup(Name({ children: name }))).toBe(`<bdi translate="no">${isolated}</bdi>`);
});

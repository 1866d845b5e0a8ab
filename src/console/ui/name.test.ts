import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Name } from './name.tsx';

it.each([
  ['EMEA', 'EMEA'],
  ['gpj.\u202Eexe', 'gpj.\u202Eexe'],
  ['a\u2069b\u202Ec', 'ab\u202Ec'],
  ['a\u2067b', 'a\u2067b\u2069'],
  ['<b>&', '&lt;b&gt;&amp;'],
])('stands apart from the words around it: %j', (name, shown) => {
  expect(renderToStaticMarkup(Name({ children: name }))).toBe(`<bdi>${shown}</bdi>`);
});

// @ts-nocheck Runs in the browser, but is compiled with the types for Node.
/**
 * The baselines for the tree benchmark, on a separate page: Mantine's own tree, and a minimal virtual list.
 * `?kind=mantine|minimal&shape=…&size=…`
 */
import { MantineProvider, Tree, useTree } from '@mantine/core';
import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';

const query = new URLSearchParams(location.search);
const size = Number(query.get('size'));
const root = document.querySelector('#root');

function nested() {
  const nodes = Array.from({ length: size + 1 }, (_, id) => ({
    value: String(id),
    label: `Group ${id}`,
    children: [],
  }));
  for (let id = 1; id <= size; id += 1) nodes[Math.floor((id - 1) / 10)]?.children.push(nodes[id]);
  return nodes.slice(0, 1);
}

function MantineTree() {
  const tree = useTree();
  useEffect(() => {
    globalThis.expandAll = () => tree.expandAllNodes();
  });
  return createElement(Tree, { data, tree });
}

const data = query.get('kind') === 'mantine' ? nested() : [];

function minimalList() {
  const rowHeight = 32;
  const scroller = document.createElement('div');
  const tree = document.createElement('div');
  scroller.style.cssText = 'height: 800px; overflow: auto';
  tree.style.cssText = `position: relative; height: ${(size + 1) * rowHeight}px`;
  tree.setAttribute('role', 'tree');
  scroller.append(tree);
  let active = 0;
  const draw = () => {
    const from = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - 12);
    const to = Math.min(size, from + 50);
    const focused = tree.contains(document.activeElement);
    tree.replaceChildren(
      ...Array.from({ length: to - from + 1 }, (_, index) => {
        const row = document.createElement('div');
        row.setAttribute('role', 'treeitem');
        row.tabIndex = from + index === active ? 0 : -1;
        row.style.cssText = `position: absolute; top: ${(from + index) * rowHeight}px; height: ${rowHeight}px`;
        row.textContent = `Group ${from + index}`;
        return row;
      }),
    );
    if (focused) tree.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
  };
  scroller.addEventListener('scroll', draw);
  tree.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    active += 1;
    scroller.scrollTop = Math.max(scroller.scrollTop, (active + 1) * rowHeight - 800);
    draw();
  });
  root.append(scroller);
  draw();
}

if (query.get('kind') === 'mantine')
  createRoot(root).render(createElement(MantineProvider, null, createElement(MantineTree)));
else minimalList();

// @ts-nocheck Runs in the browser, but is compiled with the types for Node.
/** The baselines of the tree: `?kind=mantine&size=…` for Mantine's own one, `?kind=minimal&size=…` for a minimal virtual list. */
import { MantineProvider, Tree, useTree } from '@mantine/core';
import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';

const query = new URLSearchParams(location.search);
const size = Number(query.get('size'));
const root = document.querySelector('#root');

const nodes = [];
const nodeOf = (id) => ({ value: String(id), label: `Group ${id}`, children: [] });
if (query.get('kind') === 'mantine') for (let id = 0; id <= size; id += 1) nodes.push(nodeOf(id));
for (const [id, node] of nodes.entries()) if (id > 0) nodes[Math.floor((id - 1) / 10)].children.push(node);

const data = nodes.slice(0, 1);

function MantineTree() {
  const tree = useTree();
  useEffect(() => {
    globalThis.expandAll = () => tree.expandAllNodes();
  });
  return createElement(Tree, { data, tree });
}

function minimalList() {
  const rowHeight = 32;
  root.innerHTML = `<div style="height: 800px; overflow: auto">
    <div role="tree" style="position: relative; height: ${(size + 1) * rowHeight}px"></div></div>`;
  const scroller = root.firstElementChild;
  const tree = scroller.firstElementChild;
  let active = 0;
  const rowOf = (index) =>
    `<div role="treeitem" tabindex="${index === active ? 0 : -1}" style="position: absolute;
      top: ${index * rowHeight}px; height: ${rowHeight}px">Group ${index}</div>`;
  const draw = () => {
    const from = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - 12);
    const isFocused = tree.contains(document.activeElement);
    tree.innerHTML = Array.from({ length: Math.min(51, size - from + 1) }, (_, index) =>
      rowOf(from + index),
    ).join('');
    if (isFocused) tree.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
  };
  scroller.addEventListener('scroll', draw);
  tree.addEventListener('keydown', ({ key }) => {
    if (key !== 'ArrowDown') return;
    active += 1;
    scroller.scrollTop = Math.max(scroller.scrollTop, (active + 1) * rowHeight - 800);
    draw();
  });
  draw();
}

if (nodes.length > 0)
  createRoot(root).render(createElement(MantineProvider, null, createElement(MantineTree)));
else minimalList();

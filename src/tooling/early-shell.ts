import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';

/** Writes the shell's placeholder into `index.html`. */
export const earlyShell = (shell: FunctionComponent): Plugin => ({
  name: 'early-shell',
  transformIndexHtml: (html) =>
    html.replace('<!-- early-shell -->', renderToStaticMarkup(createElement(shell))),
});

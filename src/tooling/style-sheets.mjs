import postcssPresetMantine from 'postcss-preset-mantine';

/**
 * Moves the links to style sheets below the sign-in form of `index.html`, whose first paint they'd delay, but above Mantine's own styles.
 * @type {import('vite').Plugin}
 */
export const stylesLast = {
  name: 'styles-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const links = html.split('\n').filter((line) => line.includes('rel="stylesheet"'));
      return links.reduce(
        (page, link) => page.replace(link, '').replace('<div id="root">', `${link}$&`),
        html,
      );
    },
  },
};

/**
 * Lists each area's files in `index.html`, which preloads those of the page that was asked for, by the first part of its address.
 * @type {import('vite').Plugin}
 */
export const areaFiles = {
  name: 'area-files',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const scripts = Object.values(bundle).filter((file) => file.type === 'chunk');
      const core = scripts.find((script) => script.isEntry)?.fileName ?? '';
      const areas = scripts.filter(({ imports }) => imports.includes(core));
      const files = areas.map(({ name, fileName, viteMetadata }) => [
        name === 'docs' ? '-' : name,
        [fileName, ...(viteMetadata?.importedCss ?? [])].map((file) => `/${file}`),
      ]);
      return html.replace('files = {}', `files = ${JSON.stringify(Object.fromEntries(files))}`);
    },
  },
};

/**
 * Declarations that many style sheets share, for `@mixin` in CSS modules. A gap is optional.
 * @type {Record<string, object | ((rule: unknown, gap?: string) => object)>}
 */
const mixins = {
  /** Items from left to right: `@mixin row 8px`. */
  row: (_rule, gap) => ({ display: 'flex', 'align-items': 'center', ...(gap && { gap }) }),
  /** Items from top to bottom: `@mixin column 16px`. */
  column: (_rule, gap) => ({ display: 'flex', 'flex-direction': 'column', ...(gap && { gap }) }),
  /** As `row`, but only as wide as its items: `@mixin inline-row 4px`. */
  'inline-row': (_rule, gap) => ({ display: 'inline-flex', 'align-items': 'center', ...(gap && { gap }) }),
  /** Items from left to right, in as many lines as they need: `@mixin wrapping 8px`. */
  wrapping: (_rule, gap) => ({ display: 'flex', 'flex-wrap': 'wrap', ...(gap && { gap }) }),
  /** Takes the height that's left, and scrolls. */
  scrolling: { flex: '1', 'min-height': '0', overflow: 'auto' },
  /** On paper, the whole content. */
  unrolled: { display: 'block', height: 'auto', overflow: 'visible' },
  'plain-button': { padding: '0', border: '0', background: 'none' },
  'plain-link': { color: 'inherit', 'text-decoration': 'none' },
  /** Takes the space that's left, but no more than that. */
  grow: { flex: '1', 'min-width': '0' },
  centered: { display: 'grid', 'place-items': 'center' },
  'plain-list': { margin: '0', padding: '0', 'list-style': 'none' },
  truncated: { overflow: 'hidden', 'text-overflow': 'ellipsis', 'white-space': 'nowrap' },
  bordered: { border: '1px solid var(--line)', 'border-radius': '6px' },
  mono: { 'font-family': 'var(--mono)', 'font-size': '0.78125rem' },
  /** Turns the rows of a table into cards, in narrow windows. Values have their column's header as `data-label`. */
  cards: {
    '& thead': { position: 'absolute', 'clip-path': 'inset(50%)' },
    '& :is(tr, th, td)': { display: 'block', width: 'auto !important', padding: '2px 0', border: '0' },
    '& tr': { padding: '8px 0', 'border-bottom': '1px solid var(--line)' },
    '& td[data-label]::before': { content: "attr(data-label) ': '", color: 'var(--muted)' },
  },
  /** Like `.visually-hidden`, for what's only hidden in narrow windows. */
  'screen-reader-only': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    'clip-path': 'inset(50%)',
  },
};

/**
 * How style sheets are compiled.
 * @type {{ postcss: { plugins: import('postcss').AcceptedPlugin[] } }}
 */
export const css = {
  postcss: {
    plugins: [
      postcssPresetMantine({ mixins }),
      {
        postcssPlugin: 'source-of-mixins',
        // postcss-mixins gives nested rules none, and Vite would warn about that at each start.
        OnceExit: (root) =>
          root.walkDecls((declaration) => {
            if (root.source) declaration.source ??= root.source;
          }),
      },
    ],
  },
};

/** The look of the pages: the product's accent, and the browser's own colours of the light or dark scheme. */
export const style = `
:root {
  color-scheme: light dark;
  --raised: color-mix(in srgb, CanvasText 6%, Canvas); --muted: color-mix(in srgb, CanvasText 70%, Canvas);
  --line: color-mix(in srgb, CanvasText 14%, Canvas); --control: color-mix(in srgb, CanvasText 55%, Canvas);
  --accent: light-dark(#0f766e, #43c7b9); --tint: color-mix(in srgb, var(--accent) 8%, Canvas); --red: color-mix(in srgb, red, CanvasText 40%);
  accent-color: var(--accent);
  font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
html { scroll-padding-bottom: 88px; }
* { box-sizing: border-box; }
body { margin: 0; background: Canvas; color: CanvasText; }
.top { display: flex; align-items: center; gap: 8px; min-height: 48px; padding: 8px 24px;
  border-bottom: 1px solid var(--line); }
.top svg { fill: var(--accent); flex: none; }
.product { font-weight: 600; }
.badge { margin-left: auto; color: var(--muted); font-size: 13px; }
main { max-width: 1040px; margin: 0 auto; padding: 32px 24px; }
.narrow { max-width: 60ch; margin: 0 auto; }
h1 { margin: 0 0 4px; font-size: 20px; line-height: 1.3; font-weight: 600; }
h2, legend { margin: 0; padding: 0; font-size: 14px; font-weight: 600; }
p { margin: 0 0 16px; max-width: 72ch; }
.note, .hint { color: var(--muted); font-size: 13px; }
code, textarea, .login { font: 12.5px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 16px; }
dt { color: var(--muted); } dd { margin: 0; }

.narrow h2 { margin-top: 24px; } h3 { margin: 0 0 8px; font-size: 14px; }
.card { margin-top: 8px; padding: 12px; border: 1px solid var(--line); border-radius: 6px; }
.card dl { margin-bottom: 12px; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 360px; gap: 24px; align-items: start; margin-top: 24px; }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
.list { margin-top: 8px; border: 1px solid var(--line); border-radius: 6px; }
.row + .row { border-top: 1px solid var(--line); }
.row:has(> label > input:checked) { background: var(--tint); }
.row:first-child { border-radius: 5px 5px 0 0; } .row:last-child { border-radius: 0 0 5px 5px; }
.row > label { display: grid; grid-template-columns: 16px minmax(0, 1fr); gap: 0 12px; padding: 6px 12px; cursor: pointer; }
.row > label:hover { background: var(--raised); }
.row:has(> label > input:checked) > label:hover { background: none; }
.row > label > :not(input) { grid-column: 2; }
input[type=radio] { width: 16px; height: 16px; margin: 3px 0 0; }
.who { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 16px; font-weight: 500; }
.login { color: var(--muted); font-weight: 400; }
.more { display: none; padding: 0 12px 12px 40px; }
.row:has(> label > input:checked) > .more { display: block; }
summary { width: fit-content; min-height: 24px; cursor: pointer; color: var(--accent); font-size: 13px; }
.more label { display: block; margin: 8px 0 4px; font-size: 13px; font-weight: 500; }
textarea, input[type=number] { border: 1px solid var(--control); border-radius: 6px; }
textarea { display: block; width: 100%; padding: 8px; resize: vertical; tab-size: 2; }
input[type=number] { width: 72px; height: 32px; padding: 0 8px; font: inherit; font-variant-numeric: tabular-nums; }
[aria-invalid=true] { border-color: var(--red); }
.edited { color: color-mix(in srgb, orange, CanvasText 50%); font-weight: 400; font-size: 13px; }
.problem { margin: 4px 0 0; color: var(--red); font-size: 13px; }
.summary { margin-top: 16px; padding: 12px 16px; color: var(--red); border: 1px solid currentcolor; border-radius: 6px; }
.summary a { color: inherit; }
.summary ul { margin: 4px 0 0; padding-left: 20px; }

button, .button { display: inline-block; min-height: 32px; padding: 5px 14px; font: inherit; font-weight: 500; line-height: 20px; color: CanvasText;
  text-decoration: none; background: Canvas; border: 1px solid var(--control); border-radius: 6px; cursor: pointer; }
button:hover, .button:hover { background: var(--raised); }
.primary { color: #fff; background: #0f766e; border-color: #0f766e; }
.primary:hover { background: #115e58; }
.quiet { min-height: 28px; margin-top: 8px; padding: 3px 10px; font-size: 13px; }
[data-copy] { min-height: 24px; margin: 0 0 0 8px; padding: 0 8px; }
.buttons { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; }
.bar { position: sticky; bottom: 0; margin-top: 24px; padding: 12px 0; background: Canvas; border-top: 1px solid var(--line); }

@media (max-width: 860px) {
  .columns { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 640px) {
  main { padding: 20px 12px; }
  .top { padding: 8px 12px; }
  .who { flex-direction: column; }
  .more { padding-left: 12px; }
  .bar .primary { flex: 1 0 100%; }
}
@media (pointer: coarse) {
  button, .button, input[type=number] { min-height: 44px; }
  .row > label { padding-block: 12px; }
  summary { min-height: 44px; line-height: 44px; }
}
@media (forced-colors: active) {
  .row:has(> label > input:checked) { outline: 2px solid Highlight; outline-offset: -2px; }
}
@media (prefers-reduced-motion: no-preference) {
  button, .button, .row > label { transition: background-color 120ms ease-out; }
}
`;

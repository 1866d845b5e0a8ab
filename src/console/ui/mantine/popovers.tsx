/**
 * Where menus and lists of options are rendered: in the first one on the page. Inside the page's main landmark, so that
 * screen readers that move by landmarks find them.
 */
export function Popovers() {
  return <div data-popovers />;
}

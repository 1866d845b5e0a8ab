/** The elements that a translation of the page has put in place of text. */
const translations = new WeakMap<Node, Element>();

/**
 * Keeps pages working, and their text current, while the browser translates them. A translation puts `<font>` elements in
 * place of text nodes that React still changes, removes and inserts others before, so that React fails, or changes a text
 * that isn't shown (https://github.com/facebook/react/issues/11538). Here, a text that React touches returns to its place
 * first. The translation then translates it again.
 */
export function keepTranslatedText(): void {
  new MutationObserver((records) => records.forEach(noteTranslation)).observe(document, {
    childList: true,
    subtree: true,
  });
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Object.assign(Node.prototype, {
    appendChild<Child extends Node>(this: Node, child: Child): Child {
      restore(child);
      return appendChild.call(this, child) as Child;
    },
    insertBefore<Child extends Node>(this: Node, child: Child, before: Node | null): Child {
      restore(child);
      if (before) restore(before);
      return insertBefore.call(this, child, before) as Child;
    },
    removeChild<Child extends Node>(this: Node, child: Child): Child {
      restore(child);
      return removeChild.call(this, child) as Child;
    },
  });
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      restore(this);
      nodeValue?.set?.call(this, value);
    },
  });
}

function noteTranslation({ target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) {
  for (const text of removedNodes) {
    // A translated text may be translated again.
    if (!(text instanceof Text) || text.parentNode === target || translations.get(text)?.contains(text))
      continue;
    const places = [...addedNodes, previousSibling, nextSibling];
    const font = places.find((place) => place instanceof Element && place.localName === 'font');
    if (font) translations.set(text, font as Element);
  }
}

/** Puts a text back in place of its translation. */
function restore(node: Node): void {
  const translation = translations.get(node);
  if (!translation) return;
  translations.delete(node);
  if (translation.isConnected) translation.replaceWith(node);
}

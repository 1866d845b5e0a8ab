import { inputId, type FieldName } from './fields.ts';

/** Goes to a field, clear of what sticks to the edges of the page. */
export function focusField(field: FieldName | 'client_secret'): void {
  const id = inputId(field);
  const input = document.querySelector<HTMLElement>(`#${id}:is(input, button), #${id} input`);
  input?.focus({ preventScroll: true });
  input?.scrollIntoView({ block: 'center' });
}

/** Goes to a field as soon as what lay over the page is gone and gave the focus back. */
export function focusFieldNext(field: FieldName | 'client_secret'): void {
  requestAnimationFrame(() => focusField(field));
}

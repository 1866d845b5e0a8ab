import { inputId, type FieldName } from '../../../data/oidc/fields.ts';

/** Focuses a field and scrolls it to the centre, clear of sticky headers. */
export function focusField(field: FieldName | 'client_secret'): void {
  const id = inputId(field);
  const input = document.querySelector<HTMLElement>(`#${id}:is(input, textarea, button), #${id} input`);
  input?.focus({ preventScroll: true });
  input?.scrollIntoView({ block: 'center' });
}

/** Focuses a field once the dialog that is closing has returned the focus. */
export function focusFieldAfterDialog(field: FieldName | 'client_secret'): void {
  requestAnimationFrame(() => focusField(field));
}

/** The sign-in fields of `index.html`, which work before the console's script has loaded. */
export interface EarlyFields {
  login: HTMLInputElement;
  password: HTMLInputElement;
  /** The one that has the focus. */
  focused: 'login' | 'password' | undefined;
}

/** The page's early fields, until the console is rendered. */
export function typedEarly(): EarlyFields | undefined {
  const find = (id: string) => document.querySelector<HTMLInputElement>(`#early-${id}`);
  const login = find('login');
  const password = find('password');
  if (!login || !password) return undefined;
  const { activeElement } = document;
  const focused = activeElement === login ? 'login' : activeElement === password ? 'password' : undefined;
  return { login, password, focused };
}

/**
 * Continues in the real form where the user was in the early one. The password goes from input to input.
 * @param password the form's field
 */
export function continueTyping(early: EarlyFields, password: HTMLInputElement): void {
  password.value = early.password.value;
  if (early.focused === undefined) return;
  const field =
    early.focused === 'password'
      ? password
      : password.form?.querySelector<HTMLInputElement>('[name=username]');
  field?.focus();
  field?.setSelectionRange(early[early.focused].selectionStart, early[early.focused].selectionEnd);
}

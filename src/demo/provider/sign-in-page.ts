import { html, type Html } from './html.ts';
import { misbehaviours, slowSecondsDefault, slowSecondsMost } from './misbehaviours.ts';
import { page } from './page.ts';
import {
  personas,
  type ClaimSet,
  type Persona,
  type PersonaClaims,
  type PersonaClaimsStore,
} from './personas.ts';
import { claimsField, type FormProblem } from './sign-in-form.ts';

interface SignInPage {
  /** Path of this sign-in, where the form goes. */
  action: string;
  /** Where the sign-in goes back to. */
  returnsTo: string;
  claims: PersonaClaimsStore;
  /** Persona to choose at first. */
  personaId: string | undefined;
  /** The form as it was sent, when it did not fit. */
  sent?: { fields: URLSearchParams; problems: readonly FormProblem[] };
}

/** The sign-in page: who signs in, with which claims, and what goes wrong. */
export function signInPage({ action, returnsTo, claims, personaId, sent }: SignInPage): string {
  const problems = sent?.problems ?? [];
  const chosen = personas.some(({ id }) => id === personaId) ? personaId : personas[0]?.id;
  return page(
    problems.length > 0 ? 'Problem: choose who signs in' : 'Choose who signs in',
    html`<h1>Choose who signs in</h1>
      <p class="note">To Palisade at <code>${returnsTo}</code>. There are no passwords.</p>
      ${problems.length > 0 && problemSummary(problems)}
      <form method="post" action="${action}" autocomplete="off">
        <div class="columns">
          <fieldset>
            <legend>Persona</legend>
            <div class="list">
              ${personas.map((persona) => personaRow({ persona, chosen, claims, sent, problems }))}
            </div>
          </fieldset>
          <fieldset>
            <legend>What goes wrong</legend>
            <div class="list">${misbehaviourRows(sent?.fields, problems)}</div>
          </fieldset>
        </div>
        <div class="bar buttons">
          <button class="primary" type="submit">Sign in</button>
        </div>
      </form>
      <form id="restore" method="post" action="${action}/restore"></form>`,
  );
}

function problemSummary(problems: readonly FormProblem[]): Html {
  return html`<div class="summary" role="alert">
    <h2>Not signed in yet</h2>
    <ul>
      ${problems.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`)}
    </ul>
  </div>`;
}

interface PersonaRow {
  persona: Persona;
  chosen: string | undefined;
  claims: PersonaClaimsStore;
  sent: SignInPage['sent'];
  problems: readonly FormProblem[];
}

function personaRow({ persona, chosen, claims, sent, problems }: PersonaRow): Html {
  const current = claims.get(persona);
  const open = problems.some(({ field }) => field.endsWith(`.${persona.id}`));
  const box = (part: keyof PersonaClaims, label: string) => {
    const field = claimsField(persona, part);
    const text = sent?.fields.get(field) ?? asText(current[part]);
    return html`<label for="${field}">${label}</label>${claimsBox(field, text, problems)}`;
  };
  return html`<div class="row">
    <label>
      <input type="radio" name="persona" value="${persona.id}" ${persona.id === chosen && html`checked`} />
      <span class="who">${persona.name} <span class="login">${persona.login}</span></span>
      <span class="hint">${persona.what}</span>
      ${claims.isEdited(persona) && html`<span class="edited">Claims edited</span>`}
    </label>
    <div class="more">
      <details ${open && html`open`}>
        <summary>Edit claims of ${persona.name}</summary>
        <span class="hint">Kept for ${persona.name} until the demo is stopped.</span>
        ${box('idToken', 'In the ID Token and UserInfo (JSON)')}
        ${box('userInfoOnly', 'In UserInfo only (JSON)')}
        ${
          claims.isEdited(persona) &&
          html`<button class="quiet" type="submit" form="restore" name="persona" value="${persona.id}">
            Restore claims of ${persona.name}
          </button>`
        }
      </details>
    </div>
  </div>`;
}

function claimsBox(field: string, text: string, problems: readonly FormProblem[]): Html {
  const wrong = problems.filter((problem) => problem.field === field);
  const rows = Math.min(18, Math.max(3, text.split('\n').length));
  // A parser drops the first line break of a textarea; without ours, it would take one of the text's own.
  return html`<textarea
      id="${field}"
      name="${field}"
      rows="${rows}"
      spellcheck="false"
      autocapitalize="off"
      ${wrong.length > 0 && html`aria-invalid="true" aria-describedby="problem-${field}"`}
    >
${text}</textarea>
    ${
      wrong.length > 0 &&
      html`<p class="problem" id="problem-${field}">${wrong.map(({ message }) => message).join('; ')}</p>`
    }`;
}

function misbehaviourRows(fields: URLSearchParams | undefined, problems: readonly FormProblem[]): Html[] {
  const chosen = fields?.get('misbehaviour') ?? 'none';
  return misbehaviours.map(
    ({ id, name, what }) =>
      html`<div class="row">
        <label>
          <input type="radio" name="misbehaviour" value="${id}" ${id === chosen && html`checked`} />
          <span class="who">${name}</span>
          <span class="hint">${what}</span>
        </label>
        ${id === 'slow' && html`<div class="more">${secondsBox(fields, problems)}</div>`}
      </div>`,
  );
}

function secondsBox(fields: URLSearchParams | undefined, problems: readonly FormProblem[]): Html {
  const wrong = problems.find(({ field }) => field === 'slow_seconds');
  return html`<label for="slow_seconds">Seconds to wait, 1 to ${slowSecondsMost}</label>
    <input
      id="slow_seconds"
      name="slow_seconds"
      type="number"
      min="1"
      max="${slowSecondsMost}"
      value="${fields?.get('slow_seconds') ?? slowSecondsDefault}"
      ${wrong && html`aria-invalid="true" aria-describedby="problem-slow_seconds"`}
    />
    ${wrong && html`<p class="problem" id="problem-slow_seconds">${wrong.message}</p>`}`;
}

const asText = (claims: ClaimSet) => JSON.stringify(claims, undefined, 2);

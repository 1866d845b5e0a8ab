import { html, type Html } from './html.ts';
import { misbehaviours, slowSecondsDefault, maxSlowSeconds } from '../misbehaviours.ts';
import { page } from './page.ts';
import {
  personas,
  type ClaimSet,
  type Persona,
  type PersonaClaims,
  type PersonaClaimsStore,
} from '../personas.ts';
import { claimsField, type FormProblem } from '../sign-in-form.ts';

interface SignInPage {
  action: string;
  /** The relying party's origin. */
  returnsTo: string;
  claims: PersonaClaimsStore;
  personaId: string | undefined;
  /** The submitted form, if it was invalid. */
  sent?: { fields: URLSearchParams; problems: readonly FormProblem[] };
}

/** The sign-in page: a choice of persona, editable claims and a choice of error. */
export function signInPage({ action, returnsTo, claims, personaId, sent }: SignInPage): string {
  const problems = sent?.problems ?? [];
  const chosen = personas.some(({ id }) => id === personaId) ? personaId : personas[0]?.id;
  return page(
    problems.length > 0 ? 'Error: choose a persona' : 'Choose a persona',
    html`<h1>Choose a persona</h1>
      <p class="note">Sign in to Palisade at <code>${returnsTo}</code>. There are no passwords.</p>
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
            <legend>Error to simulate</legend>
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
    <h2>Couldn't sign in</h2>
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
        <summary>Edit ${persona.name}'s claims</summary>
        <span class="hint">Edits last until the demo is stopped.</span>
        ${box('idToken', 'ID token and UserInfo (JSON)')} ${box('userInfoOnly', 'UserInfo only (JSON)')}
        ${
          claims.isEdited(persona) &&
          html`<button class="quiet" type="submit" form="restore" name="persona" value="${persona.id}">
            Restore ${persona.name}'s claims
          </button>`
        }
      </details>
    </div>
  </div>`;
}

function claimsBox(field: string, text: string, problems: readonly FormProblem[]): Html {
  const own = problems.filter((problem) => problem.field === field);
  const rows = Math.min(18, Math.max(3, text.split('\n').length));
  // HTML parsers drop a textarea's first line break; without ours, they'd drop one of the text's.
  return html`<textarea
      id="${field}"
      name="${field}"
      rows="${rows}"
      spellcheck="false"
      autocapitalize="off"
      ${own.length > 0 && html`aria-invalid="true" aria-describedby="problem-${field}"`}
    >
${text}</textarea>
    ${
      own.length > 0 &&
      html`<p class="problem" id="problem-${field}">${own.map(({ message }) => message).join('; ')}</p>`
    }`;
}

function misbehaviourRows(fields: URLSearchParams | undefined, problems: readonly FormProblem[]): Html[] {
  const chosen = fields?.get('misbehaviour') ?? 'none';
  return Object.entries(misbehaviours).map(
    ([id, { name, what }]) =>
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
  const problem = problems.find(({ field }) => field === 'slow_seconds');
  return html`<label for="slow_seconds">Delay in seconds, 1 to ${maxSlowSeconds}</label>
    <input
      id="slow_seconds"
      name="slow_seconds"
      type="number"
      min="1"
      max="${maxSlowSeconds}"
      value="${fields?.get('slow_seconds') ?? slowSecondsDefault}"
      ${problem && html`aria-invalid="true" aria-describedby="problem-slow_seconds"`}
    />
    ${problem && html`<p class="problem" id="problem-slow_seconds">${problem.message}</p>`}`;
}

const asText = (claims: ClaimSet) => JSON.stringify(claims, undefined, 2);

import type { LabEffect, LabRule, LabState } from '../../../contract/lab.ts';

/** The values of the custom rule form, as text. */
export interface RuleForm {
  endpoint: string;
  kind: LabEffect['kind'];
  status: string;
  detail: string;
  seconds: string;
  outcome: 'slow' | 'fails' | 'vanishes';
  variant: 'parameters-ignored' | 'rows-count-the-page' | 'start-stands-still';
  version: string;
  /** Empty: until it's deactivated. */
  times: string;
}

export const emptyRule: RuleForm = {
  endpoint: '*',
  kind: 'status',
  status: '500',
  detail: 'something went wrong',
  seconds: '3',
  outcome: 'slow',
  variant: 'parameters-ignored',
  version: '9.5',
  times: '1',
};

/** The effects' names. */
export const effectNames: Readonly<Record<LabEffect['kind'], string>> = {
  status: 'Return an error',
  latency: 'Delay the response',
  cut: 'Drop the connection',
  'response-lost': 'Do the write, lose the response',
  'slow-body': 'Send the body slowly',
  job: 'Turn the write into a job',
  'session-ended': "End the caller's session",
  'edited-elsewhere': 'Change the record before it is read',
  paging: 'Page lists differently',
  version: 'Behave like another version',
  'secret-expired': 'Expire the client secret',
  'key-rolled': 'Roll the signing key',
  'certificate-ending': 'Let the certificate end in five days',
  'provider-gone': 'Close connections to the provider',
};

/** The rule that a form describes; the gateway checks it. */
export function toRule(form: RuleForm): LabRule {
  const times = form.times.trim();
  return { endpoint: form.endpoint, effect: toEffect(form), times: times === '' ? null : Number(times) };
}

function toEffect(form: RuleForm): LabEffect {
  const { kind } = form;
  const milliseconds = Math.round(Number(form.seconds) * 1000);
  switch (kind) {
    case 'status':
      return {
        kind,
        status: Number(form.status),
        detail: form.detail
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      };
    case 'latency':
    case 'slow-body':
      return { kind, milliseconds };
    case 'job':
      return { kind, outcome: form.outcome };
    case 'paging':
      return { kind, variant: form.variant };
    case 'version':
      return { kind, version: form.version.trim() };
    default:
      return { kind };
  }
}

/** The active rules with their remaining calls, to activate again. */
export function rulesLeft(rules: NonNullable<LabState['active']>['rules']): LabRule[] {
  return rules
    .filter(({ left }) => left !== 0)
    .map(({ endpoint, effect, left }) => ({ endpoint, effect, times: left }));
}

/** The form's problems by field. */
export function ruleProblems(form: RuleForm): Partial<Record<keyof RuleForm, string>> {
  const problems: Partial<Record<keyof RuleForm, string>> = {};
  const whole = (text: string, min: number, max: number) =>
    /^\d{1,6}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
  if (form.times.trim() !== '' && !whole(form.times, 1, 1000))
    problems.times = 'Enter a whole number from 1 to 1,000, or leave it blank';
  if (form.kind === 'status' && !whole(form.status, 400, 599))
    problems.status = 'Enter a status from 400 to 599';
  if (form.kind === 'latency' || form.kind === 'slow-body') {
    const seconds = Number(form.seconds);
    if (form.seconds.trim() === '' || !(seconds >= 0 && seconds <= 60))
      problems.seconds = 'Enter a number of seconds from 0 to 60';
  }
  if (form.kind === 'version' && !/^\d{1,3}(\.\d{1,3}){0,2}$/.test(form.version.trim()))
    problems.version = 'Enter a version such as 9.6';
  return problems;
}

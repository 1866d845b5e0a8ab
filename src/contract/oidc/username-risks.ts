import { nodesOf, parse, partsOf, type Node } from './username-path.ts';

/** Claims that people can usually choose or change themselves. */
const ownClaims = ['nickname', 'name', 'given_name', 'family_name', 'middle_name', 'profile', 'website'];

/** Claims with the organization that a person belongs to. */
const organizationClaims = ['hd', 'tid', 'org_id'];

/** Claims that say yes or no. */
const flag = /verified|enabled|disabled|active|allowed|approved|blocked|suspended|admin|^is_/i;

/** More ways, such as of many alternatives piped into each other, aren't looked at. */
const maxWays = 200;

/** One of the ways in which an expression gets its value. */
interface Way {
  /** What the value goes through, in order. */
  stages: readonly Node[];
  /** What holds then. */
  conditions: readonly Node[];
  /** Whether it's made of what it's applied to; otherwise it's the same for everyone. */
  usesInput: boolean;
}

/**
 * Why an expression could sign a stranger in as someone else, one sentence each, without a period. Empty for an invalid expression.
 * @param usesUserInfo whether UserInfo is asked if the ID token contains no login
 */
export function usernameRisks(expression: string, usesUserInfo: boolean): string[] {
  const parsed = parse(expression);
  if ('reason' in parsed) return [];
  const ways = waysOf(parsed.root);
  const conditions = ways.flatMap((way) => way.conditions);
  const named = fieldsIn(parsed.root);
  const own = ownClaims.filter((claim) => named.includes(claim));
  const [list] = ways.flatMap(listsIn);
  const present = conditions.flatMap(bareClaims).find((claim) => flag.test(claim));
  const cuts = ways.flatMap((way) => (isLimited(way) ? [] : cutsIn(way)));
  const isOpen = (way: Way) => !way.conditions.some((node) => holds(node, requiresVerified));
  const risks = [
    ways.some(isConstant) && 'It can give everyone the same login',
    cuts.includes('@') &&
      "It drops the domain, so ann@any.example signs in as ann. Limit it to your domain: ends_with(email, '@example.com')",
    cuts.some((cut) => cut !== '@') &&
      "It uses only a part of the claim, so people who differ in the rest sign in as the same user. Require the rest, as in starts_with(sub, 'ldap|')",
    list !== undefined &&
      `The order of ${list} can change, and who signs in with it. Select an element by what it contains`,
    own.length > 0 &&
      `At many providers, people choose ${own.join(', ')} themselves, so anyone could sign in as someone else`,
    ways.some((way) => claimsOf(way).includes('email') && isOpen(way)) &&
      "Some providers don't verify email addresses, so a user could sign in as someone else. Require email_verified == `true`",
    present !== undefined &&
      `Some providers return ${present} as text, and any text meets this condition, even “false”. Compare it: ${present} == \`true\``,
    usesUserInfo &&
      conditions.some(lacksGate) &&
      "A condition also holds if its claim is missing. Someone whom the ID token excludes may be let in by UserInfo, so it's no gate while there's a UserInfo endpoint",
  ];
  return risks.filter((risk) => risk !== false);
}

/** Why a condition fails for claims that contain yes or no as text; undefined if they don't, or it compares text. */
export function textFlagProblem(expression: string, claims: Record<string, unknown>): string | undefined {
  const parsed = parse(expression);
  if ('reason' in parsed) return undefined;
  const compared = nodesOf(parsed.root).flatMap((node) => {
    const parts = isEqual(node) ? partsOf(node) : [];
    return parts.some((part) => part.type === 'Literal' && part.value === true)
      ? parts.flatMap(fieldsIn)
      : [];
  });
  const claim = compared.find((name) => ['true', 'false'].includes(claims[name] as string));
  return claim && `The provider returns ${claim} as text, so compare it with text: ${claim} == 'true'`;
}

/** Every way in which an expression gets its value. What's only compared gives no login. */
function waysOf(node: Node, variables: ReadonlyMap<string, Way[]> = new Map()): Way[] {
  const of = (part: Node) => waysOf(part, variables);
  switch (node.type) {
    case 'OrExpression':
      return either([of(node.left), of(node.right)]);
    case 'AndExpression':
      return of(node.right).map((way) => under(way, node.left));
    case 'Ternary': {
      const yes = of(node.trueExpr).map((way) => under(way, node.condition));
      // With nothing to choose, it's a gate.
      const otherwise: Node[] = yes.length === 0 ? [{ type: 'NotExpression', child: node.condition }] : [];
      return either([yes, of(node.falseExpr).map((way) => under(way, ...otherwise))]);
    }
    case 'Comparator':
    case 'NotExpression':
      return [];
    case 'Pipe':
    case 'Subexpression':
    case 'IndexExpression':
    case 'Projection':
    case 'ValueProjection':
      return piped(of(node.left), of(node.right));
    case 'FilterProjection':
      return piped(
        of(node.left).map((way) => through(under(way, node.condition), node)),
        of(node.right),
      );
    case 'Function':
      return called(
        node,
        node.children.map((part) =>
          part.type === 'MultiSelectList' ? together(part.children.map(of)) : of(part),
        ),
      );
    case 'MultiSelectList':
      return either(node.children.map(of)).map((way) => through(way, node));
    case 'LetExpression': {
      const bound = node.bindings.map(({ variable, reference }) => [variable, of(reference)] as const);
      return waysOf(node.expression, new Map([...variables, ...bound]));
    }
    case 'Variable':
      return variables.get(node.name) ?? [];
    case 'Literal':
      return isText(node.value) ? [{ stages: [node], conditions: [], usesInput: false }] : [];
    default: {
      const parts = partsOf(node);
      return parts.length > 0 ? either(parts.map(of)) : [{ stages: [node], conditions: [], usesInput: true }];
    }
  }
}

const either = (choices: readonly Way[][]): Way[] => choices.flat().slice(0, maxWays);
const under = (way: Way, ...conditions: Node[]): Way => ({
  ...way,
  conditions: [...conditions, ...way.conditions],
});
const through = (way: Way, node: Node): Way => ({ ...way, stages: [...way.stages, node] });

function piped(left: readonly Way[], right: readonly Way[]): Way[] {
  const pairs = left.flatMap((from) =>
    right.map((to) => ({
      stages: to.usesInput ? [...from.stages, ...to.stages] : to.stages,
      conditions: [...from.conditions, ...to.conditions],
      usesInput: from.usesInput && to.usesInput,
    })),
  );
  return pairs.slice(0, maxWays);
}

/** Functions that fail for anything but a text, so that the conditions in their arguments hold. */
const textFunctions = new Set('split replace lower upper trim trim_left trim_right join'.split(' '));

function called(node: Extract<Node, { type: 'Function' }>, given: readonly Way[][]): Way[] {
  if (node.name === 'not_null') return either(given);
  return together(given).map((way) => ({
    ...through(way, node),
    conditions: textFunctions.has(node.name) ? way.conditions : [],
  }));
}

/** What's made of several parts. One without a way is a literal, or fails. */
function together(parts: readonly Way[][]): Way[] {
  const none: Way[] = [{ stages: [], conditions: [], usesInput: false }];
  const add = (way: Way, each: Way): Way => ({
    stages: [...way.stages, ...each.stages],
    conditions: [...way.conditions, ...each.conditions],
    usesInput: way.usesInput || each.usesInput,
  });
  return parts.reduce(
    (ways, part) =>
      part.length === 0 ? ways : ways.flatMap((way) => part.map((each) => add(way, each))).slice(0, maxWays),
    none,
  );
}

const fieldsIn = (node: Node): string[] =>
  nodesOf(node).flatMap((each) => (each.type === 'Field' ? [each.name] : []));

const claimsOf = ({ stages }: Way): string[] =>
  stages.flatMap((stage) => (stage.type === 'Field' ? [stage.name] : []));

/** A text that isn't from the claims. */
const isConstant = ({ stages, usesInput }: Way): boolean => !usesInput && stages.length > 0;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Lists of claims of which a way selects an element by its position. */
function listsIn({ stages }: Way): string[] {
  const choosing = new Set(['FilterProjection', 'MultiSelectList']);
  return stages.flatMap((stage, at) => {
    if (stage.type !== 'Index') return [];
    const before = stages.slice(0, at);
    const isChosen = before.some(
      (each) =>
        choosing.has(each.type) ||
        (each.type === 'Function' && ['split', 'to_array', 'find_first'].includes(each.name)),
    );
    const list = before.findLast((each) => each.type === 'Field');
    return isChosen || list?.type !== 'Field' ? [] : [list.name];
  });
}

/** What a way cuts a text at: `@` before a domain; something else, or nothing for a part by position. */
function cutsIn({ stages }: Way): string[] {
  return stages.flatMap((stage) => {
    if (stage.type === 'Slice') return [''];
    if (stage.type !== 'Function' || !['split', 'replace'].includes(stage.name)) return [];
    const separator = stage.children[1];
    const text = separator?.type === 'Literal' ? separator.value : undefined;
    if (stage.name === 'split') return [typeof text === 'string' ? text : ''];
    return isText(text) && text.length === 1 && '@\\|/:#'.includes(text) ? [text] : [];
  });
}

/** Whether a way is only for texts with a given domain or prefix, or one organization. */
const isLimited = (way: Way): boolean => way.conditions.some((node) => holds(node, limits(claimsOf(way))));

function limits(claims: readonly string[]): Test {
  const isAbout = (node: Node | undefined, names: readonly string[]) =>
    node !== undefined &&
    nodesOf(node).some(
      (each) => each.type === 'Current' || (each.type === 'Field' && names.includes(each.name)),
    );
  return (node) => {
    if (node.type === 'Function') {
      const [about, text] = node.children;
      const value = text?.type === 'Literal' ? text.value : undefined;
      if (typeof value !== 'string' || !isAbout(about, claims)) return false;
      if (node.name === 'ends_with') return /^@.+\../.test(value);
      return node.name === 'starts_with' && /.[\\|/:@#]$/.test(value);
    }
    if (!isEqual(node)) return false;
    const parts = partsOf(node);
    return (
      parts.some((part) => part.type === 'Literal' && isText(part.value)) &&
      parts.some((part) => isAbout(part, [...claims, ...organizationClaims]))
    );
  };
}

type Test = (node: Node) => boolean;

const isEqual: Test = (node) => node.type === 'Comparator' && node.name === 'EQ';

const requiresVerified: Test = (node) =>
  isEqual(node) &&
  partsOf(node).some((part) => fieldsIn(part).includes('email_verified')) &&
  partsOf(node).some((part) => part.type === 'Literal' && ['true', true].includes(part.value as never));

/** Claims that only have to exist, in a condition. */
function bareClaims(node: Node): string[] {
  if (node.type === 'Field') return [node.name];
  if (node.type === 'Subexpression') return bareClaims(node.right);
  return isLogical(node) ? partsOf(node).flatMap(bareClaims) : [];
}

/** Whether a condition is met by claims that lack what it's about. */
function lacksGate(node: Node): boolean {
  if (node.type === 'NotExpression') return true;
  if (isLogical(node)) return partsOf(node).some(lacksGate);
  if (node.type !== 'Comparator') return false;
  const isEmpty = (part: Node) => part.type === 'Literal' && (part.value === false || part.value === null);
  return node.name === 'NE' || (isEqual(node) && partsOf(node).some(isEmpty));
}

const isLogical = (node: Node) => node.type === 'AndExpression' || node.type === 'OrExpression';

/** Whether a guard holds if a part has a value that isn't false or empty. */
function holds(node: Node, isGuard: Test): boolean {
  if (isGuard(node)) return true;
  switch (node.type) {
    case 'AndExpression':
      return holds(node.left, isGuard) || holds(node.right, isGuard);
    case 'OrExpression':
      return holds(node.left, isGuard) && holds(node.right, isGuard);
    case 'FilterProjection':
      return holds(node.condition, isGuard) || holds(node.left, isGuard);
    case 'Pipe':
    case 'Subexpression':
    case 'IndexExpression':
      return holds(node.left, isGuard);
    default:
      return false;
  }
}

/** The part of a verified email address before the @, for one domain only. @param verified as the provider returns `email_verified` */
export function emailBeforeAt(domain: string, verified: true | 'true' = true): string {
  const value = verified === true ? '`true`' : "'true'";
  return `email_verified == ${value} && ends_with(email, '@${domain}') && split(email, '@')[0]`;
}

/** A domain as people enter it, without the @; undefined if it isn't one. */
export function emailDomain(text: string): string | undefined {
  return /^@?([a-z\d-]+(?:\.[a-z\d-]+)+)$/i.exec(text.trim())?.[1];
}

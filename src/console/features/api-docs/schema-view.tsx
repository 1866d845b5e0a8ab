import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/text.ts';
import { nameOf, resolve, type Schema } from './description.ts';
import { Disclosure } from '../../ui/section.tsx';
import { CodedText } from '../../ui/marked-text.tsx';
import classes from './api-docs.module.css';

interface SchemaViewProps {
  schema: Schema;
  /** Requests mark required properties, responses mark those that may be missing. */
  of: 'request' | 'response';
}

/** The properties of a schema, each with type, limits and meaning. Nested objects are collapsed. */
export function SchemaView({ schema, of }: SchemaViewProps) {
  const object = objectIn(schema);
  if (!object) return <p className={classes.line}>{typeOf(schema)}</p>;
  const required = new Set(object.required);
  const properties = Object.entries(object.properties ?? {});
  if (properties.length === 0) return <p className={classes.line}>An object without properties.</p>;
  return (
    <ul className={classes.schema}>
      {properties.map(([name, property]) => (
        <Property key={name} name={name} required={required.has(name)} schema={property} of={of} />
      ))}
    </ul>
  );
}

function Property(props: SchemaViewProps & { name: string; required: boolean }) {
  const { name, required, schema, of } = props;
  const resolved = resolve(schema);
  const inner = objectIn(schema);
  const count = Object.keys(inner?.properties ?? {}).length;
  const missing = required || of === 'request' ? undefined : 'may be missing';
  return (
    <FieldItem
      name={name}
      schema={schema}
      mark={required && of === 'request' ? 'required' : missing}
      extension={resolved['x-extension']}
      description={resolved.description}
    >
      {count > 0 && (
        <Disclosure
          className={classes.nested}
          // Every body has only this property at the top.
          open={name === 'data' && resolved.type === 'object'}
          summary={`${nameOf(schema) ?? nameOf(schema.items ?? {}) ?? name}: ${count} ${count === 1 ? 'property' : 'properties'}`}
        >
          <SchemaView schema={schema} of={of} />
        </Disclosure>
      )}
    </FieldItem>
  );
}

interface FieldItemProps {
  name: string;
  schema: Schema;
  mark: 'required' | 'may be missing' | undefined;
  extension: boolean | undefined;
  description: string | undefined;
  children?: ReactNode;
}

/** A property or parameter, with type, limits and meaning. */
export function FieldItem(props: FieldItemProps) {
  const { name, schema, mark, extension, description, children } = props;
  const limits = limitsOf(resolve(schema));
  return (
    <li>
      <Group gap="2px 8px" align="baseline">
        <Box component="code" translate="no" fw={600}>
          {name}
        </Box>
        <span className="muted">{typeOf(schema)}</span>
        {mark && <span className={mark === 'required' ? classes.required : 'muted'}>{mark}</span>}
        {extension && <ExtensionBadge />}
      </Group>
      {description && (
        <p className={classes.line}>
          <CodedText>{description}</CodedText>
        </p>
      )}
      {limits && <p className={`${classes.line} muted`}>{limits}</p>}
      {children}
    </li>
  );
}

/** The object schema of a value, or of a list's elements. */
function objectIn(schema: Schema): Schema | undefined {
  const { properties, items, ...rest } = resolve(schema);
  if (properties) return { properties, ...rest };
  return items && objectIn(items);
}

/** An operation's method. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span className={classes.method} data-method={method}>
      {method}
    </span>
  );
}

/** Marks what a service may lack. */
export function ExtensionBadge() {
  return (
    <span className={classes.extension} title="Not every service offers this">
      extension
    </span>
  );
}

/** A schema's type as text: `Group`, `array of string`, `string or null`. */
export function typeOf(schema: Schema): string {
  const name = nameOf(schema);
  if (name !== undefined) return name;
  const { type, items, anyOf, enum: values } = resolve(schema);
  if (anyOf) return anyOf.map((choice) => typeOf(choice)).join(' or ');
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (type === 'array') return items ? `array of ${typeOf(items)}` : 'array';
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'any');
}

/** A schema's limits on one line; empty if it has none. */
function limitsOf(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, format } = schema;
  const byDefault = schema.default;
  return [
    range(minLength, maxLength, 'characters'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, 'entries'),
    format === undefined ? '' : format === 'uri' ? 'absolute URL' : format,
    pattern === undefined ? '' : `matches ${pattern}`,
    byDefault === undefined ? '' : `default ${JSON.stringify(byDefault)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  const suffix = unit && ` ${unit}`;
  if (min !== undefined && max !== undefined) return `${formatNumber(min)} to ${formatNumber(max)}${suffix}`;
  if (max !== undefined) return `at most ${formatNumber(max)}${suffix}`;
  return min === undefined ? '' : `at least ${formatNumber(min)}${suffix}`;
}

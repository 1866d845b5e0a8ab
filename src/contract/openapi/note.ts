/** JSON Schema keywords that the API description adds to a property or parameter. */
export interface Note {
  description: string;
  examples?: readonly unknown[];
  format?: string;
  maxLength?: number;
  type?: string;
  default?: number;
  minimum?: number;
  maximum?: number;
  'x-extension'?: true;
}

/** A description with examples. */
export function note(description: string, ...examples: unknown[]): Note {
  return { description, ...(examples.length > 0 ? { examples } : {}) };
}

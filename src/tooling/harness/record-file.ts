import { afterAll } from 'vitest';
import { recordFile } from '../cpu-time.ts';

// Hooks run in reverse: this one comes after the file's own. Vitest wants a pattern, even an empty one.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, { file }) => recordFile('unit', file.name));

import * as z from 'zod/mini';
import { dataBody, nameField, textField, updateBody } from '../fields.ts';
import { limits } from '../limits.ts';

const description = textField(limits.description);

export const groupCreateBody = dataBody({ name: nameField(), description: z._default(description, '') });
export const groupUpdateBody = updateBody({ name: nameField(), description });
export type GroupCreate = z.infer<typeof groupCreateBody>['data'];
export type GroupUpdate = z.infer<typeof groupUpdateBody>['data'];

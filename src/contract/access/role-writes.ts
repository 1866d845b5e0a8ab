import * as z from 'zod/mini';
import { dataBody, nameField, required, textField, updateBody } from '../fields.ts';
import { limits } from '../limits.ts';
import { pathField, pathsField } from '../path-fields.ts';
import { features, privileges } from './privileges.ts';

const updatable = {
  name: nameField(),
  description: textField(limits.description),
  features: z
    .array(
      z.strictObject(
        {
          name: z.enum(features, required("isn't a known feature")),
          privilege: z.enum(privileges, required('must be ro or rw')),
        },
        'must be an object',
      ),
      'must be an array',
    )
    .check(
      z.maxLength(limits.featuresPerRole, `must have at most ${limits.featuresPerRole} entries`),
      z.refine(
        (grants) => new Set(grants.map((grant) => grant.name)).size === grants.length,
        'must not contain duplicate features',
      ),
    ),
  group_resources: pathsField('groups', limits.groupsPerRole),
};

export const roleCreateBody = dataBody({
  name: updatable.name,
  description: z._default(updatable.description, ''),
  features: z._default(updatable.features, []),
  admin_group: pathField('groups'),
  group_resources: z._default(updatable.group_resources, []),
});
export const roleUpdateBody = updateBody(updatable);
export type RoleCreate = z.infer<typeof roleCreateBody>['data'];
export type RoleUpdate = z.infer<typeof roleUpdateBody>['data'];

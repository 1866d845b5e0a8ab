import { withoutEmptyFilled, type Step } from './steps.ts';

/**
 * A step's values as the API has them.
 * @param groupPath finds a group by its text
 * @param rolePath finds a role by its key
 */
export async function bodyOf(
  { section, action, before, after, hidden }: Step,
  groupPath: (text: string) => Promise<string>,
  rolePath: (key: string) => Promise<string>,
): Promise<Record<string, unknown>> {
  // The API doesn't say that a group keeps a name that isn't sent.
  const data: Record<string, unknown> = section === 'groups' ? { ...before } : {};
  if (section === 'oidc_providers') return { ...(action === 'create' ? withoutEmptyFilled(after) : after) };
  for (const [name, value] of Object.entries(after)) {
    const paths = async (find: (text: string) => Promise<string>) => [
      ...(await Promise.all((value as string[]).map(find))),
      ...(hidden?.[name] ?? []),
    ];
    if (name === 'applies_to') data['group_resources'] = await paths(groupPath);
    else if (name === 'roles') data['role_resources'] = await paths(rolePath);
    else if (name === 'administered_by') data['admin_group'] = await groupPath(value as string);
    else if (name === 'group') data['group_resource'] = await groupPath(value as string);
    else if (name === 'features')
      data[name] = Object.entries(value as object).map(([feature, privilege]) => ({
        name: feature,
        privilege: privilege as string,
      }));
    else data[section === 'users' && name === 'name' ? 'display_name' : name] = value;
  }
  return data;
}

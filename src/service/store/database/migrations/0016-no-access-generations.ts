/** Earlier versions counted changes to anyone's access. Its triggers end with their function. */
export const statements = [
  'drop function if exists change_access() cascade',
  'drop table if exists access_generations',
];

import { sessionCookie } from '../../contract/access/authentication.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { userPath } from '../../contract/access/users.ts';
import { deleteIdentity, listIdentities } from '../domain/access/identities.ts';
import { hashPassword } from '../domain/access/passwords.ts';
import type { WithoutSlot } from '../domain/ports.ts';
import { userRecord } from '../domain/access/user-record.ts';
import { endUserSession, endUserSessions, listSessions } from '../domain/access/user-sessions.ts';
import * as users from '../domain/access/users.ts';
import type { Service } from '../service.ts';
import type { Bind } from './bind.ts';
import { writeOrQueue } from './jobs.ts';

export function userRoutes(bind: Bind, service: Service): void {
  bind(endpoints.listUsers, async ({ acting, query }) => {
    const page = await users.listUsers(acting, query);
    return { ...page, data: page.data.map(userRecord) };
  });
  bind(endpoints.lookUpUser, async ({ acting, body }) => {
    const id = await users.lookUpUser(acting, body.data.login);
    return { user_resource: id === undefined ? '' : userPath(id) };
  });
  bind(endpoints.listGroupUsers, async ({ acting, params, query }) => {
    const page = await users.listGroupUsers(acting, params.id, query);
    return { ...page, data: page.data.map(userRecord) };
  });
  bind(endpoints.getUser, async ({ acting, params }) => userRecord(await users.getUser(acting, params.id)));
  bind(endpoints.createUser, {
    references: ({ acting }, valid) => users.problemsOfWrite(acting, valid),
    handle: async (context) => {
      const values = await hashed(service, context.withoutSlot, context.body.data);
      return writeOrQueue(service, context, { action: 'create-user', values });
    },
  });
  bind(endpoints.updateUser, {
    references: ({ acting, params }, valid) => users.problemsOfWrite(acting, valid, params.id),
    handle: async (context) => {
      const values = await hashed(service, context.withoutSlot, context.body.data);
      return writeOrQueue(service, context, { action: 'update-user', id: context.params.id, values });
    },
  });
  bind(endpoints.deleteUser, (context) =>
    writeOrQueue(service, context, { action: 'delete-user', id: context.params.id }),
  );
}

export function sessionRoutes(bind: Bind, { work, now }: Service): void {
  bind(endpoints.listIdentities, ({ acting, params, query }) => listIdentities(acting, params.id, query));
  bind(endpoints.deleteIdentity, async ({ caller, params: { id, identity_id: identity } }) => {
    await work.transaction((stores) => deleteIdentity({ stores, caller }, id, identity));
    return {};
  });
  bind(endpoints.listSessions, ({ acting, params, query }) => listSessions(acting, params.id, query, now()));
  bind(endpoints.endSession, async ({ caller, params: { id, sid }, setCookie }) => {
    const ended = await work.transaction((stores) => endUserSession({ stores, caller }, id, sid, now()));
    if (ended.current) setCookie(sessionCookie, undefined);
    return ended;
  });
  bind(endpoints.endSessions, async ({ caller, params: { id }, query, setCookie }) => {
    const includeCurrent = query.include_current;
    const ended = await work.transaction((stores) =>
      endUserSessions({ stores, caller }, id, includeCurrent, now()),
    );
    if (includeCurrent && id === caller.userId) setCookie(sessionCookie, undefined);
    return { ended };
  });
}

async function hashed<Values extends { password?: string | null | undefined }>(
  { hashing }: Service,
  withoutSlot: WithoutSlot,
  { password, ...values }: Values,
): Promise<users.Hashed<Values>> {
  if (password === undefined) return values;
  if (password === null) return { ...values, passwordHash: null };
  const passwordHash = await withoutSlot(() => hashing.run(() => hashPassword(password)));
  return { ...values, passwordHash };
}

import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Context } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { announceAccessChanged } from '../session/access-changed.ts'
import type { Actor } from '../session/actor.ts'
import { endSessions, forgetSessions } from '../session/authenticate.ts'
import { assertFreeHere, claimAddress, hasLogin } from './email-claims.ts'
import type { LockedUser } from './lock-users.ts'

// biome-ignore lint/suspicious/noExplicitAny: of any call
type Asked = Pick<Context<any>, 'tx' | 'actor' | 'caller' | 'services' | 'afterCommit'>

const columns = [
  'name',
  'email',
  'company_id',
  'role',
  'granted_permissions',
  'revoked_permissions',
  'status',
  'deleted_at',
] as const

type Column = (typeof columns)[number]

/** What each action in the audit log tells of. */
const actions: Record<string, readonly Column[]> = {
  'user.updated': ['name', 'email'],
  'user.role_changed': ['role', 'company_id'],
  'user.rights_changed': ['granted_permissions', 'revoked_permissions'],
  'user.suspended': ['status'],
  'user.deleted': ['deleted_at'],
}

/** Of these nothing is visible to the person before they are taken into account. */
const access: readonly Column[] = [
  'company_id',
  'role',
  'granted_permissions',
  'revoked_permissions',
  'status',
  'deleted_at',
]

const namesInAudit: Record<Column, string> = {
  name: 'name',
  email: 'email',
  company_id: 'companyId',
  role: 'role',
  granted_permissions: 'granted',
  revoked_permissions: 'revoked',
  status: 'status',
  deleted_at: 'deleted',
}

function changedColumns(before: LockedUser, after: LockedUser): Column[] {
  return columns.filter((column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]))
}

function actionName(action: string, after: LockedUser): string {
  if (action === 'user.suspended') return after.status === 'active' ? 'user.activated' : action
  if (action === 'user.deleted') return after.deleted_at === null ? 'user.restored' : action
  return action
}

async function recordChanges(
  { tx, actor, caller }: Asked,
  before: LockedUser,
  after: LockedUser,
  changed: readonly Column[],
): Promise<void> {
  for (const [action, told] of Object.entries(actions)) {
    const those = told.filter((column) => changed.includes(column))
    // A deletion suspends as well: that is one thing to tell.
    if (those.length === 0 || (action === 'user.suspended' && changed.includes('deleted_at'))) continue
    const values = (user: LockedUser) =>
      Object.fromEntries(those.map((column) => [namesInAudit[column], user[column]]))
    const details = told.includes('deleted_at') ? {} : { before: values(before), after: values(after) }
    await recordAudit(tx, {
      ...actor,
      action: actionName(action, after),
      ip: caller.ip,
      userAgent: caller.userAgent,
      subject: { kind: 'user', id: after.id },
      details,
    })
  }
}

async function updateRow(tx: Database, actor: Actor, user: LockedUser): Promise<void> {
  const set = Object.fromEntries(columns.map((column) => [column, user[column]]))
  await tx
    .updateTable('users')
    .set({
      ...set,
      deleted_by: user.deleted_by,
      status_before_deletion: user.status_before_deletion,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', user.id)
    .execute()
}

/**
 * Mails the owner of a new address the link to confirm it. Whoever has a confirmed one keeps it until then.
 * @throws CONFLICT when a colleague has the address, RATE_LIMITED
 */
async function requestEmail(asked: Asked, before: LockedUser, email: string): Promise<LockedUser['email']> {
  const { tx, actor, caller, services } = asked
  const who = { workspaceId: actor.workspaceId, userId: before.id }
  await assertFreeHere(tx, { ...who, email })
  await reserveMail(tx, services.config, { ...actor, recipient: email })
  await claimAddress(tx, services, { ...who, email })
  await recordAudit(tx, {
    ...actor,
    action: 'email.change_requested',
    ip: caller.ip,
    userAgent: caller.userAgent,
    subject: { kind: 'user', id: before.id },
    details: { before: { email: before.email }, after: { email } },
  })
  return (await hasLogin(tx, who)) ? before.email : email
}

/**
 * Writes what a change made of a colleague, and logs it. Whoever may not sign in any more is signed out.
 * @throws PLAN_LIMIT when somebody comes back for whom there is no seat
 * @returns whether what they may do or see has changed
 */
export async function writeChange(asked: Asked, before: LockedUser, wanted: LockedUser): Promise<boolean> {
  const { tx, actor } = asked
  if (changedColumns(before, wanted).length === 0) return false
  const after = { ...wanted }
  if (wanted.email !== before.email) after.email = await requestEmail(asked, before, wanted.email)
  const changed = changedColumns(before, after)
  if (changed.includes('status') && after.status === 'active') await assertPlanRoom(tx, actor, 'seats')
  await updateRow(tx, actor, after)
  const who = { workspaceId: actor.workspaceId, userId: after.id }
  if (changed.includes('status') && after.status !== 'active')
    await endSessions(tx, who, after.deleted_at ? 'deleted' : 'suspended')
  await recordChanges(asked, before, after, changed)
  return access.some((column) => changed.includes(column))
}

/**
 * Tells the workspace that colleagues changed; those whose access did feel it from their next call on, everywhere, and
 * their event streams end.
 */
export async function tellChanged(
  { tx, actor, services, afterCommit }: Asked,
  userIds: readonly string[],
  withNewAccess: readonly string[],
): Promise<void> {
  if (userIds.length > 0)
    await announce(tx, actor.workspaceId, {
      kind: 'users-changed',
      userIds: [...userIds],
      actorId: actor.userId,
    })
  if (withNewAccess.length === 0) return
  await announceAccessChanged(tx, {
    workspaceId: actor.workspaceId,
    userIds: withNewAccess,
    actorId: actor.userId,
  })
  afterCommit(() => forgetSessions(services.db))
}

export type { Asked }

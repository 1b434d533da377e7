import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Context } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { announceAccessChanged } from '../session/access-changed.ts'
import type { Actor } from '../session/actor.ts'
import { endSessions, evictSessions } from '../session/authenticate.ts'
import { assertFreeHere, claimEmail, hasLogin } from './email-claims.ts'
import type { LockedUser } from './lock-users.ts'

// biome-ignore lint/suspicious/noExplicitAny: of any call
type UserCall = Pick<Context<any>, 'tx' | 'actor' | 'caller' | 'services' | 'afterCommit'>

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

/** The columns that each audit action reports. */
const actions: Record<string, readonly Column[]> = {
  'user.updated': ['name', 'email'],
  'user.role_changed': ['role', 'company_id'],
  'user.rights_changed': ['granted_permissions', 'revoked_permissions'],
  'user.suspended': ['status'],
  'user.deleted': ['deleted_at'],
}

/** Columns that affect access. Changes apply from the user's next call. */
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
  { tx, actor, caller }: UserCall,
  before: LockedUser,
  after: LockedUser,
  changed: readonly Column[],
): Promise<void> {
  for (const [action, reported] of Object.entries(actions)) {
    const changedHere = reported.filter((column) => changed.includes(column))
    // A deletion also suspends, but is logged once.
    if (changedHere.length === 0 || (action === 'user.suspended' && changed.includes('deleted_at'))) continue
    const values = (user: LockedUser) =>
      Object.fromEntries(changedHere.map((column) => [namesInAudit[column], user[column]]))
    const details = reported.includes('deleted_at') ? {} : { before: values(before), after: values(after) }
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
 * Emails the owner of a new address the link that confirms it. A confirmed address stays in use until then.
 * @throws CONFLICT when a colleague has the address, RATE_LIMITED
 */
async function requestEmailChange(
  context: UserCall,
  before: LockedUser,
  email: string,
): Promise<LockedUser['email']> {
  const { tx, actor, caller, services } = context
  const who = { workspaceId: actor.workspaceId, userId: before.id }
  await assertFreeHere(tx, { ...who, email })
  await reserveMail(tx, services.config, { ...actor, recipient: email })
  await claimEmail(tx, services, { ...who, email })
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
 * Writes a changed user and logs the change. Ends the sessions of a user who may no longer sign in.
 * @throws PLAN_LIMIT when there is no seat for a returning user
 * @returns whether their access changed
 */
export async function writeUserChange(
  context: UserCall,
  before: LockedUser,
  wanted: LockedUser,
): Promise<boolean> {
  const { tx, actor } = context
  if (changedColumns(before, wanted).length === 0) return false
  const after = { ...wanted }
  if (wanted.email !== before.email) after.email = await requestEmailChange(context, before, wanted.email)
  const changed = changedColumns(before, after)
  if (changed.includes('status') && after.status === 'active') await assertPlanRoom(tx, actor, 'seats')
  await updateRow(tx, actor, after)
  const who = { workspaceId: actor.workspaceId, userId: after.id }
  if (changed.includes('status') && after.status !== 'active')
    await endSessions(tx, who, after.deleted_at ? 'deleted' : 'suspended')
  await recordChanges(context, before, after, changed)
  return access.some((column) => changed.includes(column))
}

/**
 * Announces changed users. A change of access takes effect on every node from the user's next call and ends their event
 * streams.
 */
export async function notifyAffectedUsers(
  { tx, actor, services, afterCommit }: UserCall,
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
  afterCommit(() => evictSessions(services.db))
}

export type { UserCall as Asked }

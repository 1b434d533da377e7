import { effectivePermissions, type Role } from '@muster/contract/permissions.ts'
import type { PlanLimit, PlanLimitDetails } from '@muster/contract/plan-limits.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { AppError } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { countUse } from './count-use.ts'
import { currentPlan } from './current-plan.ts'
import { sayLimit } from './say-limit.ts'

const mostNamed = 5

/** How much more a plan allows of something, and what to say once that is used up. */
export interface PlanRoom {
  left: number
  details: PlanLimitDetails | null
}

export const endlessRoom: PlanRoom = { left: Number.POSITIVE_INFINITY, details: null }

async function whoMayChange(db: Database, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .where(sql<boolean>`(role in ('owner', 'superadmin') or 'billing:manage' = any(granted_permissions))`)
    .orderBy('created_at')
    .orderBy('id')
    .select(['name', 'role', 'granted_permissions', 'revoked_permissions'])
    .execute()
  return rows
    .filter((row) =>
      effectivePermissions(row.role as Role, row.granted_permissions, row.revoked_permissions).includes(
        'billing:manage',
      ),
    )
    .slice(0, mostNamed)
    .map(({ name }) => name)
}

/** Until the transaction ends, nobody else of the workspace takes from the same limit. */
async function lockLimit(tx: Database, workspaceId: string, what: PlanLimit): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${what} of ${workspaceId}`}, 0))`.execute(tx)
}

/**
 * How much room the plan of a workspace leaves. With `lock`, whoever else takes from it waits until the transaction
 * ends and then counts what this one did, so that of many at once exactly as many are let in as there is room for.
 * Without a limit nothing is counted and nobody waits.
 */
export async function planRoom(
  db: Database,
  workspaceId: string,
  what: PlanLimit,
  { lock }: { lock: boolean },
): Promise<PlanRoom> {
  const plan = await currentPlan(db, workspaceId)
  const limit = plan.limits[what]
  if (limit === 'unlimited') return endlessRoom
  if (lock) await lockLimit(db, workspaceId, what)
  const place = { workspaceId, timezone: plan.timezone }
  const { rows } = await sql<{ used: number }>`select ${countUse[what](place)} as used`.execute(db)
  const { used } = rows[0]!
  return {
    left: Math.max(limit - used, 0),
    details: { what, limit, used, wanted: 1, plan: plan.name, mayChange: false, whoMayChange: [] },
  }
}

/** The refusal once room is used up. */
export async function planLimitReached(
  db: Database,
  who: Pick<Actor, 'workspaceId' | 'permissions'>,
  room: PlanRoom,
  wanted = 1,
): Promise<AppError> {
  const details: PlanLimitDetails = {
    ...room.details!,
    wanted,
    mayChange: who.permissions.has('billing:manage'),
    whoMayChange: await whoMayChange(db, who.workspaceId),
  }
  return new AppError('PLAN_LIMIT', sayLimit(details), { details: { ...details } })
}

/**
 * Makes sure, where something is created and before it is, that the plan has room for it. Called before other locks are
 * taken, so that those who wait for it hold nothing others wait for.
 * @throws PLAN_LIMIT with what is full, how much it is, and who can change it
 */
export async function assertPlanRoom(
  tx: Database,
  who: Pick<Actor, 'workspaceId' | 'permissions'>,
  what: PlanLimit,
  wanted = 1,
): Promise<void> {
  const room = await planRoom(tx, who.workspaceId, what, { lock: true })
  if (room.left < wanted) throw await planLimitReached(tx, who, room, wanted)
}

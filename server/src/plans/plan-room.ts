import { effectivePermissions, type Role } from '@muster/contract/permissions.ts'
import type { PlanLimit, PlanLimitDetails } from '@muster/contract/plan-limits.ts'
import { sql } from 'kysely'
import { AppError } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { lockName } from '../database/lock-name.ts'
import type { Actor } from '../session/actor.ts'
import { countUse } from './count-use.ts'
import { currentPlan } from './current-plan.ts'
import { formatPlanLimit } from './format-plan-limit.ts'

const maxNamed = 5

/** How much more a plan allows, and the error details once it is used up. */
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
    .slice(0, maxNamed)
    .map(({ name }) => name)
}

/** Blocks others in the workspace from using the same limit until the transaction ends. */
async function lockLimit(tx: Database, workspaceId: string, what: PlanLimit): Promise<void> {
  await lockName(tx, `${what} of ${workspaceId}`)
}

/**
 * Returns how much room the workspace's plan leaves. With `lock`, others that use the limit wait until the transaction
 * ends and then count what it added, so concurrent requests cannot exceed the limit. Without a limit, nothing is
 * counted or locked.
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
  return new AppError('PLAN_LIMIT', formatPlanLimit(details), { details: { ...details } })
}

/**
 * Checks that the plan has room for something about to be created. Call it before taking other locks, so that a waiting
 * request holds no lock that others need.
 * @throws PLAN_LIMIT with the limit, its use, and who can change the plan
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

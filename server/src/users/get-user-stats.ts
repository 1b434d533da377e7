import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { roleKeys } from '@muster/contract/permissions.ts'
import * as contract from '@muster/contract/users.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { userScope } from '../policies/user-scope.ts'
import type { Actor } from '../session/actor.ts'

type Stats = ResponseOf<typeof contract.getUserStats>

interface Group {
  role: string
  status: string
  total: number
  day: number
  week: number
  month: number
  never: number
  overridden: number
}

const seenWithin = (days: number) =>
  sql`count(*) filter (where last_seen_at > now() - make_interval(days => ${days}))::int`

function sum(groups: readonly Group[], of: keyof Group): number {
  return groups.reduce((total, group) => total + Number(group[of]), 0)
}

async function countSecondFactors(tx: Database, { workspaceId }: Actor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from second_factors f
    join users u on u.workspace_id = f.workspace_id and u.id = f.user_id
    where f.workspace_id = ${workspaceId} and f.confirmed_at is not null and u.status = 'active'
  `.execute(tx)
  return rows[0]!.count
}

async function countInvitations(tx: Database, { workspaceId }: Actor) {
  const { rows } = await sql<{ pending: number; expired: number }>`
    select count(*) filter (where expires_at > now())::int as pending,
      count(*) filter (where expires_at <= now())::int as expired
    from invitations
    where workspace_id = ${workspaceId} and accepted_at is null and revoked_at is null
  `.execute(tx)
  return rows[0]!
}

export const getUserStats = handler(contract.getUserStats, async ({ tx, actor }) => {
  const [{ rows: groups }, { rows: deletedRows }] = await Promise.all([
    sql<Group>`
      select role, status, count(*)::int as total, ${seenWithin(1)} as day, ${seenWithin(7)} as week,
        ${seenWithin(30)} as month, count(*) filter (where last_seen_at is null)::int as never,
        count(*) filter (where granted_permissions <> '{}' or revoked_permissions <> '{}')::int as overridden
      from users where workspace_id = ${actor.workspaceId} and deleted_at is null and ${userScope(actor)}
      group by role, status
    `.execute(tx),
    sql<{ deleted: number }>`
      select count(*)::int as deleted from users
      where workspace_id = ${actor.workspaceId} and deleted_at > now() - interval '30 days'
        and ${userScope(actor)}
    `.execute(tx),
  ])
  const manages = actor.permissions.has('users:manage')
  const active = groups.filter(({ status }) => status === 'active')
  const totalOf = (those: readonly Group[]) => sum(those, 'total')
  const byRole = roleKeys.map((role) => [role, totalOf(active.filter((group) => group.role === role))])
  return {
    total: totalOf(groups),
    byStatus: { active: totalOf(active), suspended: totalOf(groups) - totalOf(active) },
    byRole: Object.fromEntries(byRole) as Stats['byRole'],
    seen: {
      day: sum(active, 'day'),
      week: sum(active, 'week'),
      month: sum(active, 'month'),
      never: sum(active, 'never'),
    },
    overridden: sum(groups, 'overridden'),
    deleted: deletedRows[0]!.deleted,
    secondFactors: manages ? await countSecondFactors(tx, actor) : null,
    invitations: manages ? await countInvitations(tx, actor) : null,
  }
})

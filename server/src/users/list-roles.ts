import { roleKeys, roles } from '@muster/contract/permissions.ts'
import * as contract from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { translate } from '#texts'
import { handler } from '../http/handler.ts'
import { roleName } from '../texts/role-name.ts'
import { colleagueScope } from './colleague-scope.ts'
import { whyNotRole } from './user-policy.ts'

export const listRoles = handler(contract.listRoles, async ({ tx, actor }) => {
  const { rows } = await sql<{ role: string; users: number }>`
    select role, count(*)::int as users from users
    where workspace_id = ${actor.workspaceId} and status = 'active' and ${colleagueScope(actor)} group by role
  `.execute(tx)
  const users = new Map(rows.map((row) => [row.role, row.users]))
  return {
    items: roleKeys.map((key) => {
      const whyNot = whyNotRole(actor, key)
      return {
        key,
        name: roleName(key),
        description: translate(roles[key].description),
        permissions: [...roles[key].permissions],
        users: users.get(key) ?? 0,
        assignable: whyNot === null,
        whyNot,
      }
    }),
  }
})

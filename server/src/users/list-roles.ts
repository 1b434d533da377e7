import { roleKeys, roles } from '@muster/contract/permissions.ts'
import * as contract from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { translate } from '#texts'
import { handler } from '../http/handler.ts'
import { assignRoleRefusal } from '../policies/user-policy.ts'
import { userScope } from '../policies/user-scope.ts'
import { roleName } from '../texts/role-name.ts'

export const listRoles = handler(contract.listRoles, async ({ tx, actor }) => {
  const { rows } = await sql<{ role: string; users: number }>`
    select role, count(*)::int as users from users
    where workspace_id = ${actor.workspaceId} and status = 'active' and ${userScope(actor)} group by role
  `.execute(tx)
  const users = new Map(rows.map((row) => [row.role, row.users]))
  return {
    items: roleKeys.map((key) => {
      const whyNot = assignRoleRefusal(actor, key)
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

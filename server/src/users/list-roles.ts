import { roleKeys, roles } from '@muster/contract/permissions.ts'
import * as contract from '@muster/contract/users.ts'
import { translate } from '#texts'
import { handler } from '../http/handler.ts'
import { roleName } from '../texts/role-name.ts'

export const listRoles = handler(contract.listRoles, async () => ({
  items: roleKeys.map((key) => ({
    key,
    name: roleName(key),
    description: translate(roles[key].description),
    permissions: [...roles[key].permissions],
  })),
}))

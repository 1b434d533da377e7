import { roleKeys, roles } from '@muster/contract/permissions.ts'
import * as contract from '@muster/contract/users.ts'
import { handler } from '../http/handler.ts'

export const listRoles = handler(contract.listRoles, async () => ({
  items: roleKeys.map((key) => ({ key, ...roles[key], permissions: [...roles[key].permissions] })),
}))

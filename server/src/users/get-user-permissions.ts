import * as contract from '@muster/contract/manage-users.ts'
import { handler } from '../http/handler.ts'
import { loadPermissions } from './present-permissions.ts'

export const getUserPermissions = handler(contract.getUserPermissions, ({ tx, actor, params }) =>
  loadPermissions(tx, actor, params.id),
)

import * as contract from '@muster/contract/manage-users.ts'
import { handler } from '../http/handler.ts'
import { loadUser } from './present-user.ts'

export const getUser = handler(contract.getUser, ({ tx, actor, params }) => loadUser(tx, actor, params.id))

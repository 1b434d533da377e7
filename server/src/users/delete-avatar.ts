import * as contract from '@muster/contract/own-account.ts'
import { handler } from '../http/handler.ts'
import { changeAvatar } from './change-avatar.ts'

/** Outside the call's transaction: the file goes only once that is committed. */
export const deleteAvatar = handler(
  contract.deleteAvatar,
  ({ actor, caller, services }) => changeAvatar(services, actor, caller, null),
  { transaction: false },
)

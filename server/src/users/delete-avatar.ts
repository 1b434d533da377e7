import * as contract from '@muster/contract/own-account.ts'
import { handler } from '../http/handler.ts'
import { changeAvatar } from './change-avatar.ts'

/** Runs outside the call's transaction: the file is deleted only after the commit. */
export const deleteAvatar = handler(
  contract.deleteAvatar,
  ({ actor, caller, services }) => changeAvatar(services, actor, caller, null),
  { transaction: false },
)

import * as contract from '@muster/contract/users.ts'
import { handler } from '../http/handler.ts'
import { changeOwnProfile, confirmEmailChange } from './change-own-profile.ts'

export const updateCurrentUser = handler(contract.updateCurrentUser, changeOwnProfile, {
  before: confirmEmailChange,
})

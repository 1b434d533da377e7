import * as contract from '@muster/contract/own-account.ts'
import { handler } from '../http/handler.ts'
import { changeOwnProfile, confirmEmailChange } from './change-own-profile.ts'

export const updateProfile = handler(contract.updateProfile, changeOwnProfile, { before: confirmEmailChange })

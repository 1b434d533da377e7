import * as contract from '@muster/contract/applications.ts'
import { handler } from '../http/handler.ts'
import { loadApplicationDetails } from './present-application-details.ts'

export const getApplication = handler(contract.getApplication, ({ tx, actor, params }) =>
  loadApplicationDetails(tx, actor, params.id, { deleted: actor.permissions.has('applications:delete') }),
)

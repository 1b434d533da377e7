import * as contract from '@muster/contract/applications.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { deleteApplications } from './delete-applications.ts'

export const deleteApplication = handler(contract.deleteApplication, async ({ tx, actor, params }) => {
  const deleted = await deleteApplications(tx, actor, [params.id], newId())
  if (deleted.length === 0) throw notFound(t`Application`)
  return undefined
})

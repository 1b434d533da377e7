import * as contract from '@muster/contract/privacy.ts'
import { handler } from '../http/handler.ts'
import { countTraces, loadPerson } from './load-person.ts'

export const previewErasure = handler(contract.previewErasure, async ({ tx, actor, params }) => {
  const { name, traces } = await loadPerson(tx, actor, params.id, { lock: false })
  const { counts, open } = await countTraces(tx, traces)
  return { ...counts, name, openApplications: open, importFiles: traces.importIds.length }
})

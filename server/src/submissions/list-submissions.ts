import * as contract from '@muster/contract/submissions.ts'
import { sql } from 'kysely'
import { fetchCountedPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentSubmission, selectDetails, submissionState } from './present-submission.ts'

export const listSubmissions = handler(contract.listSubmissions, async ({ tx, actor, query }) => {
  const { state, applicationId, sort } = query
  const found = selectDetails(tx, actor)
    .$if(Boolean(state?.length), (rows) => rows.where(submissionState, 'in', state!))
    .$if(Boolean(applicationId), (rows) => rows.where('s.application_id', '=', applicationId!))
  const order = {
    expression: sql`s.submitted_at`,
    type: 'timestamptz',
    descending: sort === '-submittedAt',
  } as const
  const { rows, nextCursor, total } = await fetchCountedPage(tx, found, 's.id', order, query)
  return { items: rows.map(presentSubmission), nextCursor, total }
})

import * as contract from '@muster/contract/predial-answers.ts'
import { sql } from 'kysely'
import { fetchCountedPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { applicationScope } from '../policies/application-policy.ts'

const newestFirst = {
  expression: sql`predial_answers.answered_at`,
  type: 'timestamptz',
  descending: true,
} as const

export const listPredialAnswers = handler(contract.listPredialAnswers, async ({ tx, actor, query }) => {
  const found = tx
    .selectFrom('predial_answers')
    .leftJoin('call_queues', (join) =>
      join
        .onRef('call_queues.workspace_id', '=', 'predial_answers.workspace_id')
        .onRef('call_queues.id', '=', 'predial_answers.queue_id'),
    )
    .leftJoin('applications', (join) =>
      join
        .onRef('applications.workspace_id', '=', 'predial_answers.workspace_id')
        .onRef('applications.id', '=', 'predial_answers.application_id')
        .on('applications.deleted_at', 'is', null)
        .on(applicationScope(actor)),
    )
    .where('predial_answers.workspace_id', '=', actor.workspaceId)
    .$if(query.eligible !== undefined, (rows) => rows.where('predial_answers.eligible', '=', query.eligible!))
    .$if(query.reason !== undefined, (rows) => rows.where('predial_answers.reason', '=', query.reason!))
    .selectAll('predial_answers')
    .select(['call_queues.name as queue_name', 'applications.id as known_id', 'applications.candidate_name'])
  const page = await fetchCountedPage(tx, found, 'predial_answers.id', newestFirst, query)
  return {
    items: page.rows.map((row) => ({
      id: row.id,
      contactId: row.contact_id,
      campaignId: row.provider_campaign_id,
      queue: row.queue_id === null ? null : { id: row.queue_id, name: row.queue_name ?? '' },
      application:
        row.known_id === null ? null : { id: row.known_id, candidateName: row.candidate_name ?? '' },
      eligible: row.eligible,
      reason: row.reason as contract.PredialReason,
      answeredAt: row.answered_at,
    })),
    nextCursor: page.nextCursor,
    total: page.total,
  }
})

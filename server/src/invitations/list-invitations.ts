import * as contract from '@muster/contract/invitations.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import type { SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { findInvitations, invitationState, presentInvitation } from './find-invitations.ts'

const bySent = { expression: sql`invitations.sent_at`, type: 'timestamptz' } as const
const byEmail = { expression: sql`invitations.email`, type: 'text' } as const

const orders = {
  '-sentAt': { ...bySent, descending: true },
  sentAt: { ...bySent, descending: false },
  email: { ...byEmail, descending: false },
  '-email': { ...byEmail, descending: true },
} satisfies Record<string, SortColumn>

/** `q` searches email and name. */
export const listInvitations = handler(contract.listInvitations, async ({ tx, actor, query }) => {
  let found = findInvitations(tx, actor.workspaceId)
  if (query.state?.length) found = found.where(invitationState, 'in', query.state)
  if (query.role?.length) found = found.where('invitations.role', 'in', query.role)
  if (query.q)
    found = found.where(containsText([sql`invitations.email`, sql`fold(invitations.name)`], query.q))
  return fetchList(
    tx,
    {
      table: 'invitations',
      rows: found,
      all: tx.selectFrom('invitations').where('invitations.workspace_id', '=', actor.workspaceId),
      deletedOf: actor.workspaceId,
      orders: orders,
      present: (rows) => rows.map((row) => presentInvitation(actor, row)),
    },
    query,
  )
})

import * as contract from '@muster/contract/invitations.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage, type SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { findInvitations, invitationState, presentInvitation } from './find-invitations.ts'

const bySent = { expression: sql`invitations.sent_at`, type: 'timestamptz' } as const
const byEmail = { expression: sql`invitations.email`, type: 'text' } as const

const orders = {
  sentAt: { ...bySent, descending: false },
  '-sentAt': { ...bySent, descending: true },
  email: { ...byEmail, descending: false },
  '-email': { ...byEmail, descending: true },
} satisfies Record<string, SortColumn>

/** `q` looks in address and name. */
export const listInvitations = handler(contract.listInvitations, async ({ tx, actor, query }) => {
  let found = findInvitations(tx, actor.workspaceId)
  if (query.state?.length) found = found.where(invitationState, 'in', query.state)
  if (query.role?.length) found = found.where('invitations.role', 'in', query.role)
  if (query.q)
    found = found.where(containsText([sql`invitations.email`, sql`fold(invitations.name)`], query.q))
  const [page, total] = await Promise.all([
    fetchPage(found, 'invitations.id', orders[query.sort], query),
    countRows(tx, found),
  ])
  return {
    items: page.rows.map((row) => presentInvitation(actor, row)),
    nextCursor: page.nextCursor,
    total,
  }
})

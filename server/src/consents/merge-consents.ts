import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

interface Merge {
  workspaceId: string
  mergeId: string
  survivorId: string
  mergedId: string
  userId: string
}

/** Adds to the survivor what the other one revoked, and what they gave of which the survivor has said nothing. */
export async function mergeConsents(tx: Database, merge: Merge): Promise<void> {
  const { workspaceId, mergeId, survivorId, mergedId, userId } = merge
  await sql`
    insert into consent_entries (
      workspace_id, candidate_id, channel, purpose, action, wording, source, cause_id, recorded_by, happened_at,
      evidence_url, evidence_file_id, evidence_call_id
    )
    select e.workspace_id, ${survivorId}, e.channel, e.purpose, e.action, e.wording, 'merge', ${mergeId}, ${userId},
      e.happened_at, e.evidence_url, e.evidence_file_id, e.evidence_call_id
    from consent_states(${workspaceId}, ${mergedId}) theirs
    join consent_entries e on e.workspace_id = ${workspaceId} and e.id = theirs.entry_id
    left join consent_states(${workspaceId}, ${survivorId}) own
      on own.channel = theirs.channel and own.purpose = theirs.purpose
    where (theirs.action = 'revoked' and own.action is distinct from 'revoked')
      or (theirs.action = 'given' and coalesce(own.action, 'cleared') = 'cleared')
  `.execute(tx)
}

/**
 * Takes back what a merge added to the survivor, unless somebody recorded something of the same channel since. What the
 * person revoked since may have been meant by either of the two, so it holds for both.
 */
export async function unmergeConsents(tx: Database, merge: Merge & { mergedAt: string }): Promise<void> {
  const { workspaceId, mergeId, survivorId, mergedId, userId, mergedAt } = merge
  await sql`
    insert into consent_entries (
      workspace_id, candidate_id, channel, purpose, action, wording, source, cause_id, recorded_by, happened_at,
      evidence_url, evidence_file_id, evidence_call_id
    )
    select e.workspace_id, ${mergedId}, e.channel, e.purpose, 'revoked', e.wording, 'unmerge', ${mergeId}, ${userId},
      e.happened_at, e.evidence_url, e.evidence_file_id, e.evidence_call_id
    from (
      select distinct on (x.channel, x.purpose) x.*
      from consent_entries x
      join consent_states(${workspaceId}, ${survivorId}) own
        on own.channel = x.channel and own.purpose = x.purpose and own.action = 'revoked'
      where x.workspace_id = ${workspaceId} and x.candidate_id = ${survivorId} and x.action = 'revoked'
        and x.recorded_at >= ${mergedAt} and x.source <> 'unmerge' and x.cause_id is distinct from ${mergeId}
      order by x.channel, x.purpose, x.place desc
    ) e
    where not exists (
      select from consent_states(${workspaceId}, ${mergedId}) theirs
      where theirs.channel = e.channel and theirs.purpose = e.purpose and theirs.action = 'revoked'
    )
  `.execute(tx)
  await sql`
    insert into consent_entries (
      workspace_id, candidate_id, channel, purpose, action, wording, source, cause_id, recorded_by, evidence_url,
      evidence_file_id, evidence_call_id
    )
    select m.workspace_id, m.candidate_id, m.channel, m.purpose, coalesce(prior.action, 'cleared'), prior.wording,
      'unmerge', ${mergeId}, ${userId}, prior.evidence_url, prior.evidence_file_id, prior.evidence_call_id
    from consent_entries m
    left join lateral (
      select p.* from consent_entries p
      where p.workspace_id = m.workspace_id and p.candidate_id = m.candidate_id and p.channel = m.channel
        and p.purpose = m.purpose and p.place < m.place
      order by p.place desc limit 1
    ) prior on true
    where m.workspace_id = ${workspaceId} and m.candidate_id = ${survivorId} and m.source = 'merge'
      and m.cause_id = ${mergeId}
      and not exists (
        select from consent_entries later
        where later.workspace_id = m.workspace_id and later.candidate_id = m.candidate_id
          and later.channel = m.channel and later.purpose = m.purpose and later.place > m.place
      )
  `.execute(tx)
}

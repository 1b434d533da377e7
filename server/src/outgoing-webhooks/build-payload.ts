import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

interface DeliverySubject {
  workspace_id: string
  id: string
  event: string
  entry_id: string | null
  call_id: string | null
  subject_kind: string | null
  subject_id: string | null
  details: object | null
  created_at: string
}

const status = (alias: string) =>
  sql.raw(
    `case when ${alias}.id is not null then
      json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'type', ${alias}.type) end`,
  )

async function applicationPayload(db: Database, { workspace_id, entry_id }: DeliverySubject) {
  const { rows } = await sql<{ at: string; data: object }>`
    select l.at, json_build_object(
      'application', json_build_object(
        'id', a.id,
        'candidate', json_build_object('id', c.id, 'name', c.name),
        'position', json_build_object('id', p.id, 'name', p.name),
        'company', json_build_object('id', o.id, 'name', o.name),
        'status', ${status('s')},
        'ownerId', a.owner_id,
        'source', a.source,
        'disposition', a.disposition,
        'closedAt', to_char(a.closed_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ),
      'from', case when l.kind in ('moved', 'reverted') then ${status('f')} end,
      'to', case when l.kind <> 'disposition' then ${status('t')} end,
      'disposition', case when l.kind = 'disposition' then l.new_value end,
      'reason', case when l.kind = 'disposition' then r.name end,
      'undone', l.kind = 'reverted',
      'by', case
        when l.user_id is not null then json_build_object('kind', 'user', 'id', l.user_id)
        when l.agent_id is not null then json_build_object('kind', 'agent', 'id', l.agent_id)
        else json_build_object('kind', 'system', 'id', null)
      end
    ) as data
    from activity_logs l
    join applications a on a.workspace_id = l.workspace_id and a.id = l.application_id
    join candidates c on c.workspace_id = a.workspace_id and c.id = a.candidate_id
    join positions p on p.workspace_id = a.workspace_id and p.id = a.position_id
    join companies o on o.workspace_id = p.workspace_id and o.id = p.company_id
    join statuses s on s.workspace_id = a.workspace_id and s.id = a.status_id
    left join statuses f on f.workspace_id = l.workspace_id and f.id = l.from_status_id
    left join statuses t on t.workspace_id = l.workspace_id and t.id = l.to_status_id
    left join reasons r on l.kind = 'disposition' and r.workspace_id = l.workspace_id and r.id::text = l.field
    where l.workspace_id = ${workspace_id} and l.id = ${entry_id} and c.erased_at is null
  `.execute(db)
  return rows[0]
}

async function callPayload(db: Database, { workspace_id, call_id }: DeliverySubject) {
  const { rows } = await sql<{ at: string; data: object }>`
    select coalesce(c.ended_at, c.updated_at) as at, json_build_object(
      'call', json_build_object(
        'id', c.id,
        'applicationId', c.application_id,
        'candidateId', c.candidate_id,
        'agent', case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end,
        'direction', c.direction,
        'lifecycle', c.lifecycle,
        'endReason', c.end_reason,
        'outcome', c.outcome,
        'startedAt', to_char(c.started_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'durationSeconds', c.duration_seconds
      )
    ) as data
    from calls c
    left join agents g on g.workspace_id = c.workspace_id and g.id = c.agent_id
    where c.workspace_id = ${workspace_id} and c.id = ${call_id} and c.erased_at is null
  `.execute(db)
  return rows[0]
}

async function campaignPayload(
  db: Database,
  { workspace_id, subject_id, details, created_at }: DeliverySubject,
) {
  const { rows } = await sql<{ campaign: object }>`
    select json_build_object(
      'id', v.id,
      'name', v.name,
      'queue', case when q.id is not null then json_build_object('id', q.id, 'name', q.name) end,
      'agent', json_build_object('id', g.id, 'name', g.name)
    ) as campaign
    from voice_campaigns v
    join agents g on g.workspace_id = v.workspace_id and g.id = v.agent_id
    left join call_queues q on q.workspace_id = v.workspace_id and q.id = v.queue_id and q.deleted_at is null
    where v.workspace_id = ${workspace_id} and v.id = ${subject_id}
  `.execute(db)
  return rows[0] && { at: created_at, data: { campaign: { ...rows[0].campaign, ...details } } }
}

function payloadOf(db: Database, subject: DeliverySubject) {
  if (subject.details) return campaignPayload(db, subject)
  return subject.call_id ? callPayload(db, subject) : applicationPayload(db, subject)
}

function message(subject: DeliverySubject, timestamp: string, data: object): string {
  return JSON.stringify({
    type: subject.event,
    timestamp,
    data: { workspaceId: subject.workspace_id, ...data },
  })
}

/**
 * Builds the payload of a delivery from the current rows. It has names but no contact data. Returns null if the rows
 * are gone.
 */
export async function buildPayload(db: Database, subject: DeliverySubject): Promise<string | null> {
  const { subject_kind: kind, subject_id: id, details, created_at: at } = subject
  if (kind && !details) return message(subject, at, { [kind]: { id } })
  const found = await payloadOf(db, subject)
  if (!found) return null
  return message(subject, found.at, found.data)
}

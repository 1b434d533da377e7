import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { type NewActivity, recordActivity } from '../activity-logs/record-activity.ts'
import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'
import { assertPermission } from '../session/assert-permission.ts'
import { applyChanges, describeChanges, readFilling, type ValueChange } from './read-values.ts'
import { fieldsRequiredIn, findMissing, type MissingField } from './required-to-move.ts'
import type { StoredValues } from './stored-values.ts'

/** Values for empty fields, as `fillingInput` of the contract. */
export interface Filling {
  customFields?: Record<string, unknown> | undefined
  candidate?: { customFields: Record<string, unknown> } | undefined
}

interface Entering {
  id: string
  candidateId: string
  positionId: string
  application: StoredValues
  candidate: StoredValues
}

interface FillingChanges {
  application: ValueChange[]
  candidate: ValueChange[]
}

/** Locks the candidates of applications, before any status or application, as everyone does. */
export async function lockCandidatesOf(tx: Database, workspaceId: string, ids: readonly string[]) {
  await sql`
    select 1 from candidates c
    where c.workspace_id = ${workspaceId} and c.id in (
      select a.candidate_id from applications a
      where a.workspace_id = ${workspaceId} and a.id = any(${[...ids]}::uuid[])
    )
    order by c.id for no key update
  `.execute(tx)
}

/** Locks all applications of the candidates by ID: the change of a candidate is logged on each open one. */
export async function lockApplicationsOfCandidates(
  tx: Database,
  workspaceId: string,
  ids: readonly string[],
) {
  await sql`
    select 1 from applications a
    where a.workspace_id = ${workspaceId} and a.candidate_id in (
      select own.candidate_id from applications own
      where own.workspace_id = ${workspaceId} and own.id = any(${[...ids]}::uuid[])
    )
    order by a.id for update
  `.execute(tx)
}

async function readFillings(tx: Database, actor: Actor, filling: Filling): Promise<FillingChanges> {
  const application = await readFilling(tx, actor, 'application', filling.customFields, 'customFields')
  const candidate = await readFilling(
    tx,
    actor,
    'candidate',
    filling.candidate?.customFields,
    'candidate.customFields',
  )
  if (application.length > 0) assertPermission(actor, 'applications:write')
  if (candidate.length > 0) assertPermission(actor, 'candidates:write')
  return { application, candidate }
}

async function loadEntering(tx: Database, workspaceId: string, ids: readonly string[]): Promise<Entering[]> {
  const { rows } = await sql<Entering>`
    select a.id, a.candidate_id as "candidateId", a.position_id as "positionId", a.custom_fields as application,
      c.custom_fields as candidate
    from applications a
    join candidates c on c.workspace_id = a.workspace_id and c.id = a.candidate_id
    where a.workspace_id = ${workspaceId} and a.id = any(${[...ids]}::uuid[])
    order by a.id
  `.execute(tx)
  return rows
}

const isEmptyIn = (values: StoredValues) => (change: ValueChange) => !Object.hasOwn(values, change.field.key)

/** Returns the entries of filled fields, described once for all rows. */
async function entriesOf(
  tx: Database,
  { workspaceId, userId }: Actor,
  changes: readonly ValueChange[],
  path: string,
) {
  const described = await describeChanges(tx, workspaceId, changes)
  const byKey = new Map(described.map(({ field, newValue }) => [field.key, newValue]))
  return (application: { id: string; positionId: string }, filled: readonly ValueChange[]): NewActivity[] =>
    filled.map(({ field }) => ({
      workspaceId,
      applicationId: application.id,
      positionId: application.positionId,
      kind: 'edited',
      userId,
      field: `${path}.${field.key}`,
      oldValue: null,
      newValue: byKey.get(field.key) ?? null,
    }))
}

async function fillApplications(
  tx: Database,
  actor: Actor,
  rows: readonly Entering[],
  changes: readonly ValueChange[],
): Promise<void> {
  const filled = rows
    .map((row) => ({ row, own: changes.filter(isEmptyIn(row.application)) }))
    .filter(({ own }) => own.length > 0)
  if (filled.length === 0) return
  await sql`
    update applications set custom_fields = ${JSON.stringify(applyChanges({}, changes))}::jsonb || custom_fields,
      version = version + 1, updated_at = now(), last_activity_at = now()
    where workspace_id = ${actor.workspaceId} and id = any(${filled.map(({ row }) => row.id)}::uuid[])
  `.execute(tx)
  const entries = await entriesOf(tx, actor, changes, 'customFields')
  await recordActivity(
    tx,
    filled.flatMap(({ row, own }) => entries(row, own)),
  )
}

/** Fills the candidates' fields and logs it on their open applications, and on those that are being moved. */
async function fillCandidates(
  tx: Database,
  actor: Actor,
  rows: readonly Entering[],
  changes: readonly ValueChange[],
): Promise<void> {
  const candidates = new Map(rows.map((row) => [row.candidateId, changes.filter(isEmptyIn(row.candidate))]))
  const ids = [...candidates].filter(([, own]) => own.length > 0).map(([id]) => id)
  if (ids.length === 0) return
  const { workspaceId } = actor
  await sql`
    update candidates set custom_fields = ${JSON.stringify(applyChanges({}, changes))}::jsonb || custom_fields,
      version = version + 1, updated_at = now()
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
  `.execute(tx)
  const { rows: applications } = await sql<{ id: string; positionId: string; candidateId: string }>`
    update applications set last_activity_at = now()
    where workspace_id = ${workspaceId} and candidate_id = any(${ids}::uuid[]) and deleted_at is null
      and (closed_at is null or id = any(${rows.map(({ id }) => id)}::uuid[]))
    returning id, position_id as "positionId", candidate_id as "candidateId"
  `.execute(tx)
  const entries = await entriesOf(tx, actor, changes, 'candidate.customFields')
  await recordActivity(
    tx,
    applications.flatMap((application) => entries(application, candidates.get(application.candidateId)!)),
  )
  await announce(tx, workspaceId, {
    kind: 'applications-changed',
    applicationIds: applications.map(({ id }) => id),
    positionIds: [...new Set(applications.map(({ positionId }) => positionId))],
    actorId: actor.userId,
  })
}

/**
 * Fills empty fields of applications, and of their candidates, that are about to enter a status. Returns for each that
 * still lacks a required value what it lacks. Of these nothing is filled. The caller has locked the rows.
 * @throws VALIDATION by the path of the value; FORBIDDEN for a field that the actor may not change
 */
export async function fillRequired(
  tx: Database,
  actor: Actor,
  applicationIds: readonly string[],
  type: StatusType,
  filling: Filling = {},
): Promise<Map<string, MissingField[]>> {
  const missing = new Map<string, MissingField[]>()
  const isFilling = filling.customFields !== undefined || filling.candidate !== undefined
  const required = applicationIds.length ? await fieldsRequiredIn(tx, actor, type) : []
  if (!isFilling && required.length === 0) return missing
  const changes = await readFillings(tx, actor, filling)
  const rows = await loadEntering(tx, actor.workspaceId, applicationIds)
  for (const { id, application, candidate } of rows) {
    const values = {
      application: { ...applyChanges({}, changes.application), ...application },
      candidate: { ...applyChanges({}, changes.candidate), ...candidate },
    }
    const own = findMissing(required, values)
    if (own.length > 0) missing.set(id, own)
  }
  const complete = rows.filter(({ id }) => !missing.has(id))
  await fillApplications(tx, actor, complete, changes.application)
  await fillCandidates(tx, actor, complete, changes.candidate)
  return missing
}

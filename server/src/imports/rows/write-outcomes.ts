import { statusTypeRank } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { ranksOnTop } from '../../board/ranks.ts'
import { copyNameToApplications } from '../../candidates/update-candidate-fields.ts'
import { arrayLiteral } from '../../database/array-literal.ts'
import type { Database } from '../../database/connect.ts'
import { type ColumnTypes, insertRows } from '../../database/insert-rows.ts'
import { opaqueId } from '../../database/opaque-id.ts'
import { toColumn } from '../custom/custom-values.ts'
import type { ImportOrder } from '../open-import.ts'
import type { Outcome } from './apply-decision.ts'
import { ChunkChanged } from './chunk-changed.ts'
import type { Person, PersonApplication, PersonField } from './person.ts'
import type { PlannedRow } from './plan-rows.ts'
import { writeHistory } from './write-history.ts'

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Text

const personColumns = {
  id: 'uuid',
  version: 'integer',
  name: 'text',
  email: 'text',
  phone: 'text',
  phone_extension: 'text',
  profile_url: 'text',
  external_id: 'text',
  location: 'text',
  current_company: 'text',
  current_title: 'text',
  notes: 'text',
  do_not_call: 'boolean',
  consent: 'text',
  custom_fields: 'jsonb',
} as const satisfies ColumnTypes<'candidates'> & Record<SnakeCase<PersonField>, string>

type StoredPerson = Pick<Person, 'id' | 'version' | 'fields'>

type PersonRow = { [Column in keyof typeof personColumns]: unknown }

function personRow({ id, version, fields }: StoredPerson): PersonRow {
  return {
    id,
    version,
    name: fields.name,
    email: fields.email,
    phone: fields.phone,
    phone_extension: fields.phoneExtension,
    profile_url: fields.profileUrl,
    external_id: fields.externalId,
    location: fields.location,
    current_company: fields.currentCompany,
    current_title: fields.currentTitle,
    notes: fields.notes,
    do_not_call: fields.doNotCall,
    consent: fields.consent,
    custom_fields: toColumn('candidate', fields),
  }
}

/** Locks the columns that get applications, by id as everyone does, and makes sure that they still are as planned. */
async function lockStatuses(tx: Database, workspaceId: string, created: readonly Outcome[]): Promise<void> {
  const planned = new Map(
    created.map(({ row }) => [row.destination!.status.id, row.destination!.status.type]),
  )
  const locked = await tx
    .selectFrom('statuses')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${[...planned.keys()]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select(['id', 'type'])
    .forNoKeyUpdate()
    .execute()
  if (locked.length !== planned.size || locked.some(({ id, type }) => planned.get(id) !== type))
    throw new ChunkChanged()
}

/** Writes people as they are in memory, their versions included. */
export async function updatePeople(
  tx: Database,
  workspaceId: string,
  people: readonly StoredPerson[],
): Promise<void> {
  if (people.length === 0) return
  const rows = people.map(personRow)
  const columns = Object.entries(personColumns) as [keyof PersonRow, string][]
  const arrays = columns.map(
    ([column, type]) =>
      sql`${rows.map((row) => (type === 'jsonb' ? JSON.stringify(row[column]) : row[column]))}::${sql.raw(type)}[]`,
  )
  const names = sql.join(columns.map(([column]) => sql.id(column)))
  const sets = columns
    .filter(([column]) => column !== 'id')
    .map(([column]) => sql`${sql.id(column)} = given.${sql.id(column)}`)
  await sql`
    update candidates set ${sql.join(sets)}, updated_at = now()
    from unnest(${sql.join(arrays)}) as given (${names})
    where candidates.workspace_id = ${opaqueId(workspaceId)} and candidates.id = given.id
  `.execute(tx)
}

/** New ones go on top of their columns, in the order of the file. */
async function insertApplications(
  tx: Database,
  { id: importId, workspaceId }: ImportOrder,
  created: readonly Outcome[],
): Promise<void> {
  const inColumn = Map.groupBy(created, ({ row }) => row.destination!.status.id)
  const counts = new Map([...inColumn].map(([statusId, rows]) => [statusId, rows.length]))
  const ranks = await ranksOnTop(tx, workspaceId, counts)
  const taken = new Map<string, number>()
  const nextRank = (statusId: string) => {
    const index = taken.get(statusId) ?? 0
    taken.set(statusId, index + 1)
    return ranks.get(statusId)![index]!
  }
  const column = <Value>(read: (one: Outcome, application: PersonApplication) => Value) =>
    arrayLiteral(created.map((one) => read(one, one.application!)))
  await sql`
    insert into applications (
      workspace_id, id, candidate_id, candidate_name, candidate_search, position_id, status_id, status_type,
      reached, rank, due_at, owner_id, source, tags, applied_at, disposition, closed_at, entered_status_at, version, custom_fields,
      import_id, import_row
    )
    select ${workspaceId}::uuid, given.id, given.candidate_id, candidates.name, candidates.search_text,
      given.position_id, given.status_id, given.status_type, given.reached, given.rank,
      case when given.disposition is null
        then coalesce(given.entered_at, now()) + make_interval(secs => given.sla_days * 86400) end,
      given.owner_id, given.source, array(select jsonb_array_elements_text(given.tags::jsonb)), given.applied_at,
      given.disposition, case when given.disposition is not null then coalesce(given.entered_at, now()) end,
      coalesce(given.entered_at, now()), given.version, given.custom_fields,
      ${importId}::uuid, given.import_row
    from unnest(
      ${column((_, { id }) => id)}::uuid[],
      ${column(({ person }) => person!.id)}::uuid[],
      ${column((_, { positionId }) => positionId)}::uuid[],
      ${column((_, { statusId }) => statusId)}::uuid[],
      ${column((_, { statusType }) => statusType)}::text[],
      ${column((_, { statusType }) => (statusType === 'closed' ? 0 : statusTypeRank(statusType)))}::smallint[],
      ${column((_, { statusId }) => nextRank(statusId))}::text[],
      ${column(({ row }) => row.destination!.status.slaDays)}::float8[],
      ${column((_, { fields }) => fields.ownerId)}::uuid[],
      ${column((_, { fields }) => fields.source)}::text[],
      ${column((_, { fields }) => JSON.stringify(fields.tags))}::text[],
      ${column((_, { fields }) => fields.appliedAt)}::timestamptz[],
      ${column(({ row }) => row.destination!.ending?.disposition ?? null)}::text[],
      ${column(({ row }) => row.history.at)}::timestamptz[],
      ${column((_, { version }) => version)}::integer[],
      ${column((_, { fields }) => JSON.stringify(toColumn('field', fields)))}::jsonb[],
      ${column(({ row }) => row.number)}::integer[]
    ) as given (
      id, candidate_id, position_id, status_id, status_type, reached, rank, sla_days, owner_id, source, tags,
      applied_at, disposition, entered_at, version, custom_fields, import_row
    )
    join candidates on candidates.workspace_id = ${opaqueId(workspaceId)} and candidates.id = given.candidate_id
  `.execute(tx)
}

/** Writes applications as they are in memory, their versions included. */
export async function writeApplications(
  tx: Database,
  workspaceId: string,
  applications: readonly Pick<PersonApplication, 'id' | 'version' | 'fields'>[],
): Promise<void> {
  if (applications.length === 0) return
  await sql`
    update applications as a set
      owner_id = given.owner_id, source = given.source, applied_at = given.applied_at, version = given.version,
      tags = array(select jsonb_array_elements_text(given.tags::jsonb)),
      custom_fields = given.custom_fields,
      updated_at = now(), last_activity_at = now()
    from unnest(
      ${applications.map(({ id }) => id)}::uuid[],
      ${applications.map(({ version }) => version)}::integer[],
      ${applications.map(({ fields }) => fields.ownerId)}::uuid[],
      ${applications.map(({ fields }) => fields.source)}::text[],
      ${applications.map(({ fields }) => fields.appliedAt)}::timestamptz[],
      ${applications.map(({ fields }) => JSON.stringify(fields.tags))}::text[],
      ${applications.map(({ fields }) => JSON.stringify(toColumn('field', fields)))}::jsonb[]
    ) as given (id, version, owner_id, source, applied_at, tags, custom_fields)
    where a.workspace_id = ${opaqueId(workspaceId)} and a.id = given.id
  `.execute(tx)
}

async function updateApplications(
  tx: Database,
  workspaceId: string,
  changed: readonly Outcome[],
): Promise<void> {
  if (changed.length === 0) return
  // What it was before the first of the rows that change it.
  const versions = new Map<string, number>()
  for (const { application, applicationVersion } of changed)
    if (!versions.has(application!.id)) versions.set(application!.id, applicationVersion! - 1)
  const locked = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', opaqueId(workspaceId))
    .where(sql<boolean>`id = any(${[...versions.keys()]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select(['id', 'version'])
    .forNoKeyUpdate()
    .execute()
  if (locked.length !== versions.size || locked.some(({ id, version }) => versions.get(id) !== version))
    throw new ChunkChanged()
  await writeApplications(tx, workspaceId, [...new Set(changed.map(({ application }) => application!))])
}

/** Fields of a person that each of their applications carries, too. */
export const copiedFields: ReadonlySet<string> = new Set(['name', 'email', 'phone'])

/**
 * Writes what became of some rows, with their history. The caller has locked the people; statuses and applications are
 * locked here, in this order, as everyone does.
 * @throws ChunkChanged when somebody changed meanwhile what was planned with
 */
export async function writeOutcomes(
  tx: Database,
  order: ImportOrder,
  outcomes: readonly PlannedRow[],
): Promise<void> {
  const { workspaceId } = order
  const created = outcomes.filter(({ applicationIsNew }) => applicationIsNew)
  if (created.length > 0) await lockStatuses(tx, workspaceId, created)

  const newPeople = new Set(outcomes.filter(({ personIsNew }) => personIsNew).map(({ person }) => person!))
  await insertRows(
    tx,
    'candidates',
    { workspace_id: 'uuid', ...personColumns },
    [...newPeople].map((person) => ({ workspace_id: workspaceId, ...personRow(person) })),
  )
  const changing = outcomes.filter(
    ({ person, personChanges }) => personChanges.length > 0 && !newPeople.has(person!),
  )
  await updatePeople(tx, workspaceId, [...new Set(changing.map(({ person }) => person!))])
  if (created.length > 0) await insertApplications(tx, order, created)

  const copied = changing.filter(({ personChanges }) =>
    personChanges.some(({ field }) => copiedFields.has(field)),
  )
  if (copied.length > 0)
    await copyNameToApplications(tx, workspaceId, [...new Set(copied.map(({ person }) => person!.id))])
  const newApplications = new Set(created.map(({ application }) => application!))
  await updateApplications(
    tx,
    workspaceId,
    outcomes.filter(
      ({ application, applicationChanges }) =>
        applicationChanges.length > 0 && !newApplications.has(application!),
    ),
  )
  await writeHistory(tx, order, outcomes)
}

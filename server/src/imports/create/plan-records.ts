import { type StatusType, statusTypeRank, statusTypes } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { forbidden, invalid } from '../../app-error.ts'
import type { Database } from '../../database/connect.ts'
import { newId } from '../../database/new-id.ts'
import { chooseStatuses } from '../../positions/insert-statuses.ts'
import type { Actor } from '../../session/actor.ts'
import { findPositionsByName } from '../find-positions.ts'
import { createValueChoices, type ImportSettings } from '../import-settings.ts'
import type { PositionValue } from '../meaning/position-value.ts'
import type { PositionRef, StatusRef } from '../rows/resolved-row.ts'

type CompanyChoice = { companyId?: string | undefined; companyName?: string | undefined }

export interface PlannedPosition extends PositionRef {
  company: { id: string; name: string }
  pipelineId: string | null
  statuses: PlannedStatus[]
}

export interface PlannedStatus extends StatusRef {
  color: string
  /** Of the pipeline; null for a status that the file adds. */
  stageId: string | null
  isNew: boolean
}

/** What an import creates before its first row. */
export interface PlannedRecords {
  companies: { id: string; name: string }[]
  positions: PlannedPosition[]
  /** Statuses that are added to existing positions, whose statuses are given in their new order. */
  extended: { position: { id: string; name: string }; statuses: PlannedStatus[] }[]
  /** The import's settings with the planned positions and statuses chosen for their values. */
  settings: ImportSettings
}

/** A status in the file with a position of the same row; null for a row that names none. */
export type StatusOfPosition = readonly [status: string, position: PositionValue | null]

const longestName = 200

const fold = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** @throws FORBIDDEN for records that the user may not create by hand */
function assertMayCreate({ permissions }: Actor, create: NonNullable<ImportSettings['create']>): void {
  const positions = [...Object.values(create.positions), ...(create.position ? [create.position] : [])]
  if (positions.length > 0 && !permissions.has('positions:write'))
    throw forbidden(t`You do not have permission to create positions. Choose existing ones or ask an admin.`)
  if (Object.keys(create.statuses).length > 0 && !permissions.has('positions:write'))
    throw forbidden(t`You do not have permission to create statuses. Choose existing ones or ask an admin.`)
  if (positions.some(({ companyName }) => companyName) && !permissions.has('companies:write'))
    throw forbidden(t`You do not have permission to create companies. Choose existing ones or ask an admin.`)
}

/** Finds companies by ID or name, and plans those that do not exist. */
async function planCompanies(db: Database, workspaceId: string, choices: readonly CompanyChoice[]) {
  const names = choices.flatMap(({ companyName }) => (companyName ? [fold(companyName)] : []))
  const ids = choices.flatMap(({ companyId }) => (companyId ? [companyId] : []))
  const known = await db
    .selectFrom('companies')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or lower(name) = any(${names}::text[]))`)
    .orderBy('created_at')
    .select(['id', 'name'])
    .execute()
  const planned: { id: string; name: string }[] = []
  const companyOf = ({ companyId, companyName }: CompanyChoice) => {
    const all = [...known, ...planned]
    if (companyId) {
      const company = all.find(({ id }) => id === companyId)
      if (!company) throw invalid('create.positions', t`Company not found`)
      return company
    }
    const found = all.find(({ name }) => fold(name) === fold(companyName!))
    if (found) return found
    const company = { id: newId(), name: companyName!.trim() }
    planned.push(company)
    return company
  }
  return { planned, companyOf }
}

/** Puts a status behind the last one that comes before or beside its type. */
function insertByType(statuses: readonly PlannedStatus[], added: PlannedStatus): PlannedStatus[] {
  const rank = (type: StatusType) => (type === 'closed' ? Number.POSITIVE_INFINITY : statusTypeRank(type))
  const place = statuses.findLastIndex(({ type }) => rank(type) <= rank(added.type)) + 1
  return statuses.toSpliced(place, 0, added)
}

function newStatus(name: string, type: StatusType): PlannedStatus {
  return {
    id: newId(),
    name,
    type,
    slaDays: null,
    color: statusTypes[type].color,
    stageId: null,
    isNew: true,
  }
}

/** Copies the default pipeline, with IDs of its own for each position. */
async function loadStages(db: Database, workspaceId: string) {
  const { pipelineId, statuses } = await chooseStatuses(db, workspaceId, {})
  const copy = () =>
    statuses.map(
      ({ name, type, color, slaDays, stageId }): PlannedStatus => ({
        ...{ id: newId(), name, type, stageId, isNew: false },
        color: color ?? statusTypes[type].color,
        slaDays: slaDays ?? null,
      }),
    )
  return { pipelineId, copy }
}

async function loadStatuses(db: Database, workspaceId: string, positionIds: readonly string[]) {
  const rows = await db
    .selectFrom('statuses')
    .innerJoin('positions', (join) =>
      join
        .onRef('positions.workspace_id', '=', 'statuses.workspace_id')
        .onRef('positions.id', '=', 'statuses.position_id'),
    )
    .where('statuses.workspace_id', '=', workspaceId)
    .where(sql<boolean>`statuses.position_id = any(${[...positionIds]}::uuid[])`)
    .where('statuses.deleted_at', 'is', null)
    .orderBy('statuses.ordinal')
    .select(['statuses.id', 'statuses.name', 'statuses.type', 'statuses.color', 'statuses.stage_id'])
    .select(['statuses.sla_days', 'positions.id as position_id', 'positions.name as position_name'])
    .execute()
  return Map.groupBy(rows, ({ position_id }) => position_id)
}

/**
 * Plans the records that an import's settings ask for: companies, positions with the statuses of the default pipeline,
 * and statuses on the positions whose rows have them. Writes nothing. A position that exists at the company is used.
 * @throws FORBIDDEN, and VALIDATION for a company that does not exist
 */
export async function planRecords(
  db: Database,
  actor: Actor,
  settings: ImportSettings,
  statusesOfPositions: readonly StatusOfPosition[],
): Promise<PlannedRecords> {
  const { create } = settings
  const nothing = { companies: [], positions: [], extended: [], settings }
  if (!create) return nothing
  assertMayCreate(actor, create)
  const { workspaceId } = actor
  const wanted = [
    ...Object.entries(create.positions).map(([value, { name = value, ...company }]) => ({
      ...{ value, name, company },
    })),
    ...(create.position ? [{ value: null, name: create.position.name, company: create.position }] : []),
  ]
  const { planned: companies, companyOf } = await planCompanies(
    db,
    workspaceId,
    wanted.map(({ company }) => company),
  )
  const stages = wanted.length > 0 ? await loadStages(db, workspaceId) : null
  const limit = longestName
  if (wanted.some(({ name }) => name.length > limit))
    throw invalid('create.positions', t`At most ${limit} characters`)
  const existing = await findPositionsAt(db, workspaceId, wanted)
  const positions: PlannedPosition[] = []
  const chosen: Record<string, string> = {}
  let positionId = settings.positionId
  for (const { value, name, company: choice } of wanted) {
    const company = companyOf(choice)
    const isSame = (one: { name: string; companyId: string }) =>
      fold(one.name) === fold(name) && one.companyId === company.id
    const known =
      existing.find(isSame) ?? positions.find((one) => isSame({ ...one, companyId: one.company.id }))
    const id = known?.id ?? newId()
    if (!known)
      positions.push({
        ...{ id, name: name.trim(), state: 'open', company, pipelineId: stages!.pipelineId },
        statuses: stages!.copy(),
      })
    if (value === null) positionId = id
    else chosen[value] = id
  }
  const resolved: ImportSettings = {
    ...settings,
    positionId,
    values: {
      ...settings.values,
      position: { ...settings.values.position, ...chosen },
      status: { ...settings.values.status, ...create.statuses },
    },
  }
  const extended = await planStatuses(db, workspaceId, { settings: resolved, positions, statusesOfPositions })
  return { companies, positions, extended, settings: resolved }
}

async function findPositionsAt(db: Database, workspaceId: string, wanted: readonly { name: string }[]) {
  if (wanted.length === 0) return []
  return db
    .selectFrom('positions')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('state', '<>', 'closed')
    .where(sql<boolean>`lower(name) = any(${wanted.map(({ name }) => fold(name))}::text[])`)
    .select(['id', 'name', 'company_id as companyId'])
    .execute()
}

interface Statuses {
  settings: ImportSettings
  positions: PlannedPosition[]
  statusesOfPositions: readonly StatusOfPosition[]
}

/** Adds the new statuses to the planned positions, and returns the existing positions that get some. */
async function planStatuses(
  db: Database,
  workspaceId: string,
  { settings, positions, statusesOfPositions }: Statuses,
): Promise<PlannedRecords['extended']> {
  const types = Object.entries(settings.create?.statuses ?? {})
  if (types.length === 0) return []
  const choice = createValueChoices(settings)
  const typeOf = new Map(types.map(([value, type]) => [fold(value), { name: value.trim(), type }]))
  const values = [
    ...new Map(
      statusesOfPositions.flatMap(([, position]) => (position ? [[position.value, position] as const] : [])),
    ).values(),
  ]
  const named = Map.groupBy(await findPositionsByName(db, workspaceId, values), ({ value }) => fold(value))
  const isFirst = ({ id }: { id: string }, index: number, all: { id: string }[]) =>
    all.findIndex((other) => other.id === id) === index
  const idOf = (value: string | null) => {
    const id = value === null ? null : choice('position', value)
    if (id) return id
    const same = value === null || id === null ? [] : (named.get(fold(value)) ?? []).filter(isFirst)
    const open = same.filter(({ state }) => state === 'open')
    const [best, second] = open.length > 0 ? open : same.filter(({ state }) => state === 'on_hold')
    return (second ? null : best?.id) ?? settings.positionId ?? null
  }
  const added = Map.groupBy(
    statusesOfPositions.flatMap(([status, position]) => {
      const wanted = typeOf.get(fold(status))
      const id = idOf(position?.value ?? null)
      return wanted && id ? [{ id, ...wanted }] : []
    }),
    ({ id }) => id,
  )
  const stored = await loadStatuses(db, workspaceId, [...added.keys()])
  const extended: PlannedRecords['extended'] = []
  for (const [id, statuses] of added) {
    const position = positions.find((one) => one.id === id)
    const rows = stored.get(id)
    let all: PlannedStatus[] =
      position?.statuses ??
      (rows ?? []).map((row) => ({
        ...{ id: row.id, name: row.name, type: row.type as StatusType, color: row.color },
        ...{ slaDays: row.sla_days, stageId: row.stage_id, isNew: false },
      }))
    const count = all.length
    for (const { name, type } of statuses)
      if (!all.some((one) => fold(one.name) === fold(name))) all = insertByType(all, newStatus(name, type))
    if (position) position.statuses = all
    else if (rows && all.length > count)
      extended.push({ position: { id, name: rows[0]!.position_name }, statuses: all })
  }
  return extended
}

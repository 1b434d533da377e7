import { type StatusType, statusTypeKeys, statusTypes } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { loadDefaultStages } from '../pipelines/default-stages.ts'
import { findStaff } from '../users/assert-staff.ts'
import type { Analysis } from './analysis.ts'
import { findOwners } from './find-owners.ts'
import { findPositionsByName } from './find-positions.ts'
import type { ImportSettings, ValueField } from './import-settings.ts'
import { type PositionValue, partsOf } from './meaning/position-value.ts'
import { suggestOption, suggestStatus } from './meaning/suggest-value.ts'
import type { ListedValue, Survey } from './meaning/survey-rows.ts'

type Values = ListedValue[]
type Matches = Map<string, string>

/** As many names of the workspace are compared with each value; beyond this only equal names are found. */
const mostCompared = 200
const longestValue = 500
const longestSource = 120

async function matchPositions(db: Database, workspaceId: string, values: PositionValue[]): Promise<Matches> {
  const named = Map.groupBy(await findPositionsByName(db, workspaceId, values), ({ value }) => value)
  const matches: Matches = new Map()
  for (const [value, positions] of named) {
    const open = positions.filter(({ state }) => state === 'open')
    const [best, second] = open.length > 0 ? open : positions.filter(({ state }) => state === 'on_hold')
    if (best && !second) matches.set(value, best.id)
  }
  const options = await db
    .selectFrom('positions')
    .innerJoin('companies', (join) =>
      join
        .onRef('companies.workspace_id', '=', 'positions.workspace_id')
        .onRef('companies.id', '=', 'positions.company_id'),
    )
    .where('positions.workspace_id', '=', workspaceId)
    .where('positions.deleted_at', 'is', null)
    .where('positions.state', '<>', 'closed')
    .orderBy('positions.created_at', 'desc')
    .limit(mostCompared)
    .select(['positions.id', 'positions.name', 'companies.name as company'])
    .execute()
  for (const { value, name, company } of values.filter((one) => !named.has(one.value))) {
    const isAt = (one: { company: string }) =>
      company === null || one.company.toLowerCase() === company.toLowerCase()
    const option = suggestOption(name, options.filter(isAt))
    if (option) matches.set(value, option.id)
  }
  return matches
}

/** The stages of the default pipeline and the statuses of positions, the commonest of each name first. */
export async function loadStatusOptions(db: Database, workspaceId: string) {
  const stages = await loadDefaultStages(db, workspaceId)
  const { rows: statuses } = await sql<{ id: string; name: string; type: StatusType }>`
    select min(s.id::text) as id, min(s.name) as name, s.type
    from statuses s join positions p on p.workspace_id = s.workspace_id and p.id = s.position_id
    where s.workspace_id = ${workspaceId} and s.deleted_at is null and p.deleted_at is null and p.state <> 'closed'
    group by lower(s.name), s.type order by count(*) desc, min(s.id::text) limit ${mostCompared}
  `.execute(db)
  return [...stages, ...statuses]
}

async function matchStatuses(db: Database, workspaceId: string, values: string[]): Promise<Matches> {
  const types = statusTypeKeys.map((type) => ({ id: type, name: statusTypes[type].label, type }))
  const options = [...(await loadStatusOptions(db, workspaceId)), ...types]
  return new Map(
    values.flatMap((value) => {
      const status = suggestStatus(value, options)
      return status ? [[value, status.type]] : []
    }),
  )
}

/** A source is a text; one that is there already keeps its spelling. */
async function matchSources(db: Database, workspaceId: string, values: string[]): Promise<Matches> {
  const { rows } = await sql<{ source: string }>`
    with recursive known as (
      (select source from applications
        where workspace_id = ${workspaceId} and deleted_at is null and source is not null
        order by source limit 1)
      union all
      select (select a.source from applications a
        where a.workspace_id = ${workspaceId} and a.deleted_at is null and a.source > known.source
        order by a.source limit 1)
      from known where known.source is not null
    )
    select source from known where source is not null limit ${mostCompared}
  `.execute(db)
  const spelled = new Map(rows.map(({ source }) => [source.toLowerCase(), source]))
  const exact = new Set(rows.map(({ source }) => source))
  const spellingOf = (value: string) =>
    exact.has(value) ? value : (spelled.get(value.toLowerCase()) ?? value.slice(0, longestSource).trim())
  return new Map(values.map((value) => [value, spellingOf(value)]))
}

const matchers: Record<
  Exclude<ValueField, 'position'>,
  (db: Database, workspaceId: string, values: string[]) => Promise<Matches>
> = {
  status: matchStatuses,
  source: matchSources,
  owner: findOwners,
}

async function findOpenPositions(db: Database, workspaceId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select id from positions
    where workspace_id = ${workspaceId} and id::text = any(${ids}::text[]) and deleted_at is null and state <> 'closed'
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Remembered choices count only while what they name is there. */
async function keepKnown(
  db: Database,
  workspaceId: string,
  field: ValueField,
  choices: Record<string, string | null>,
): Promise<Matches> {
  const chosen = Object.entries(choices).filter((entry): entry is [string, string] => entry[1] !== null)
  if (field === 'status' || field === 'source') return new Map(chosen)
  const ids = chosen.map(([, id]) => id)
  const known =
    field === 'owner' ? await findStaff(db, workspaceId, ids) : await findOpenPositions(db, workspaceId, ids)
  return new Map(chosen.filter(([, id]) => known.has(id)))
}

/** What the different values of the file are taken for: as remembered, else as their words suggest. */
export async function matchValues(
  db: Database,
  workspaceId: string,
  found: Survey['values'],
  remembered: ImportSettings['values'],
): Promise<Analysis['values']> {
  const match = async (field: ValueField) => {
    const values: Values = (found[field] ?? []).filter(({ value }) => value.length <= longestValue)
    if (values.length === 0) return []
    const choices = remembered[field] ?? {}
    const chosen = await keepKnown(db, workspaceId, field, choices)
    const suggested =
      field === 'position'
        ? await matchPositions(db, workspaceId, values.map(partsOf))
        : await matchers[field](
            db,
            workspaceId,
            values.map(({ value }) => value),
          )
    return values.map(({ value, ...found }) => ({
      value,
      ...found,
      ...(choices[value] === null ? { leftEmpty: true as const } : {}),
      match: choices[value] === null ? null : (chosen.get(value) ?? suggested.get(value) ?? null),
    }))
  }
  return {
    position: await match('position'),
    status: await match('status'),
    source: await match('source'),
    owner: await match('owner'),
  }
}

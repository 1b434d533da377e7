import type { ImportField } from '@muster/contract/import-fields.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../../database/connect.ts'
import { databaseNow } from '../../database/database-clock.ts'
import { findOwners } from '../find-owners.ts'
import { findPositionsByName } from '../find-positions.ts'
import type { ValueField } from '../import-settings.ts'
import { type LostCell, lostCell } from '../meaning/lost-cell.ts'
import { quote } from '../meaning/reading.ts'
import type { ImportOrder } from '../open-import.ts'
import { type ChosenStatus, chooseStatus } from './choose-status.ts'
import { findCorrectedRows } from './find-corrected-rows.ts'
import { findKnown } from './find-known.ts'
import { cellsThatNeedApplication } from './needs-application.ts'
import { noHistory, readHistory } from './read-history.ts'
import type { ReadRow } from './read-rows.ts'
import { resolveKnown } from './resolve-known.ts'
import type { PositionRef, Problem, Reason, ResolvedRow, StatusRef } from './resolved-row.ts'

const longestSource = 120

/** `instead`: the default is taken, and why the cell's own value is not. */
type Choice = { position: PositionRef; instead?: Reason } | { refusal: Reason }
/** `ids` are of the positions that the row may mean, closed ones included. */
type PositionFound = Choice & { ids: string[] }

function distinct(values: Iterable<string | null | undefined>): string[] {
  return [...new Set(values)].filter((value) => value !== null && value !== undefined)
}

async function loadPositions(db: Database, workspaceId: string, ids: string[]): Promise<PositionRef[]> {
  if (ids.length === 0) return []
  const positions = await db
    .selectFrom('positions')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'state'])
    .execute()
  const statuses = await db
    .selectFrom('statuses')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`position_id = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('ordinal')
    .select(['id', 'position_id', 'name', 'type', 'sla_days as slaDays'])
    .execute()
  const ofPosition = Map.groupBy(statuses, (status) => status.position_id)
  return positions.map((position) => ({
    ...(position as Pick<PositionRef, 'id' | 'name' | 'state'>),
    statuses: (ofPosition.get(position.id) ?? []) as unknown as StatusRef[],
  }))
}

/** The positions that these rows name, by the name in the file. */
async function findPositions(
  db: Database,
  { workspaceId, settings, choice }: ImportOrder,
  values: string[],
): Promise<(value: string | null) => PositionFound> {
  const named = Map.groupBy(await findPositionsByName(db, workspaceId, values), ({ value }) => value)
  const ids = distinct([
    settings.positionId,
    ...values.map((value) => choice('position', value)),
    ...[...named.values()].flat().map(({ id }) => id),
  ])
  const byId = new Map((await loadPositions(db, workspaceId, ids)).map((position) => [position.id, position]))

  const leftEmpty = (value: string): Reason => ({
    code: 'left_empty',
    message: t`${quote(value)} is left empty, as chosen`,
  })
  const takeDefault = (instead?: Reason): Choice => {
    const found = take(
      settings.positionId!,
      () => t`The position for rows without one does not exist any more`,
    )
    return 'position' in found && instead ? { ...found, instead } : found
  }
  const take = (id: string, gone: () => string): Choice => {
    const position = byId.get(id)
    if (!position) return { refusal: { code: 'position_unknown', message: gone() } }
    return position.state === 'closed'
      ? { refusal: { code: 'position_closed', message: t`The position ${quote(position.name)} is closed` } }
      : { position }
  }
  const find = (value: string | null): Choice => {
    const chosen = value === null ? null : choice('position', value)
    if (value === null || chosen === null) {
      if (settings.positionId) return takeDefault(value === null ? undefined : leftEmpty(value))
      if (value !== null)
        return {
          refusal: { code: 'position_unknown', message: t`No position was chosen for ${quote(value)}` },
        }
      return { refusal: { code: 'position_missing', message: t`The row names no position` } }
    }
    if (chosen !== undefined)
      return take(chosen, () => t`The position chosen for ${quote(value)} does not exist any more`)
    const gone = () => t`${quote(value)} does not exist any more`
    const same = named.get(value) ?? []
    const open = same.filter(({ state }) => state === 'open')
    const [best, second] = open.length > 0 ? open : same.filter(({ state }) => state === 'on_hold')
    if (second) {
      const message = t`Several positions are called ${quote(value)}; choose which is meant`
      return { refusal: { code: 'position_ambiguous', message } }
    }
    if (best) return take(best.id, gone)
    if (same[0]) return take(same[0].id, gone)
    // A file may have more values than are listed for a choice: the default holds for them too.
    const unknown = { code: 'position_unknown', message: t`There is no position called ${quote(value)}` }
    return settings.positionId ? takeDefault(unknown) : { refusal: unknown }
  }
  return (value) => {
    const found = find(value)
    const same = value === null ? [] : (named.get(value) ?? []).map(({ id }) => id)
    if (!('position' in found)) return { ...found, ids: same }
    // A value that a person took for a position of another name does not mean those of its own name.
    const { id } = found.position
    return { ...found, ids: same.includes(id) ? same : [id] }
  }
}

/** Finds in the workspace what the rows name: positions, statuses, owners; and gives them what the settings say. */
export async function resolveRows(
  db: Database,
  order: ImportOrder,
  rows: readonly ReadRow[],
): Promise<ResolvedRow[]> {
  const { settings, choice } = order
  const valuesOf = (field: ValueField) => distinct(rows.map(({ said }) => said.application[field]))
  const positionOf = await findPositions(db, order, valuesOf('position'))
  const owners = await findOwners(
    db,
    order.workspaceId,
    valuesOf('owner').filter((value) => choice('owner', value) === undefined),
  )
  const chosenStatuses = new Map<string, ChosenStatus>()
  const statusOf = (position: PositionRef, value: string | null): ChosenStatus => {
    const key = `${position.id} ${value ?? ''}`
    const known = chosenStatuses.get(key)
    if (known) return known
    const chosen = chooseStatus(position, value, value === null ? null : choice('status', value))
    chosenStatuses.set(key, chosen)
    return chosen
  }
  const columnOf = (field: ImportField) => order.columns.find((column) => column.field === field)
  const now = (await databaseNow(db)).getTime()
  const corrected = await findCorrectedRows(db, order, rows)

  const known = await findKnown(db, order.workspaceId, rows)
  const isAlone = !settings.positionId && !order.columns.some(({ field }) => field === 'position')

  return rows.map((row) => {
    const { number, cells, said } = row
    const { isValid, candidate, application } = said
    const meant = resolveKnown(order, row, known)
    const isKnown = meant.application !== null
    const problems: Problem[] = [...said.problems, ...meant.problems]
    const lost: LostCell[] = [...said.lost]
    const lose = (field: ImportField, reason: Reason, severity?: Problem['severity']) => {
      const column = columnOf(field)
      if (column && !lost.some(({ index }) => index === column.index)) lost.push(lostCell(column, reason))
      if (severity) problems.push({ ...reason, column: column?.header ?? null, severity })
    }
    const loseChosen = (field: ValueField) => {
      const value = application[field]
      if (value !== null && choice(field, value) === null)
        lose(field, { code: 'left_empty', message: t`${quote(value)} is left empty, as chosen` })
    }
    const position = positionOf(application.position)
    if ('position' in position && position.instead && !isKnown) lose('position', position.instead)
    const chosen = 'position' in position ? statusOf(position.position, application.status) : null
    if (chosen && 'problem' in chosen && chosen.problem && !isKnown) lose('status', chosen.problem, 'warning')
    else loseChosen('status')

    const isSameOwner = isKnown && application.owner === meant.application?.ownerName
    const owner =
      application.owner === null || isSameOwner
        ? null
        : (choice('owner', application.owner) ?? owners.get(application.owner) ?? null)
    if (application.owner !== null && !isSameOwner && owner === null) {
      const message = t`${quote(application.owner)} is no active colleague`
      if (choice('owner', application.owner) === null) loseChosen('owner')
      else lose('owner', { code: 'owner_unknown', message }, 'warning')
    }
    const sourceChoice = application.source === null ? null : choice('source', application.source)
    const source =
      sourceChoice === undefined ? application.source!.slice(0, longestSource).trim() : sourceChoice
    loseChosen('source')
    if (sourceChoice === undefined && application.source!.length > longestSource) {
      const message = t`The text is longer than ${longestSource} characters; the rest is cut`
      lose('source', { code: 'too_long', message }, 'warning')
    }
    const applied =
      meant.appliedAt ?? (application.appliedAt === null ? null : order.toInstant(application.appliedAt))
    const isFuture = applied !== null && Date.parse(applied) > now
    if (isFuture) {
      const message = t`${quote(application.appliedAt!)} is in the future`
      lose('appliedAt', { code: 'future_date', message }, 'error')
    }
    const nothing = isValid ? undefined : said.problems.find(({ code }) => code === 'nothing_to_identify')
    const refusal =
      nothing ??
      (candidate.name === '' && !meant.known && !meant.gone
        ? { code: 'nothing_to_identify', message: t`No name and no contact, and the ID is not known here` }
        : null)
    const noDestination =
      ('refusal' in position ? position.refusal : null) ??
      (chosen && 'refusal' in chosen ? chosen.refusal : null)
    if (isAlone && !isKnown)
      for (const { field, reason } of cellsThatNeedApplication(order.columns, said))
        lose(field, reason, 'error')
    const corrects = corrected.get(number)
    return {
      number,
      cells,
      ...(row.corrected ? { corrected: row.corrected } : {}),
      candidate,
      notes: application.notes,
      positionName:
        meant.application?.positionName ??
        ('position' in position ? position.position.name : application.position),
      destination: chosen && 'destination' in chosen ? chosen.destination : null,
      noDestination: isAlone ? null : noDestination,
      positionIds: position.ids,
      isAlone: isAlone && !isKnown,
      known: meant.known,
      gone: meant.gone,
      ownerId: owner ?? settings.ownerId ?? null,
      source: source ?? settings.source ?? null,
      tags: application.tags,
      appliedAt: isFuture ? null : applied,
      history:
        chosen && 'destination' in chosen && !isKnown
          ? readHistory({
              order,
              said: application,
              destination: chosen.destination,
              appliedAt: isFuture ? null : applied,
              now,
            })
          : noHistory,
      said: { ownerId: owner, source },
      problems,
      lost: corrects ? lost.filter((cell) => corrects.isNew(cell)) : lost,
      corrects: corrects?.row ?? null,
      refusal,
    }
  })
}

/** A row that is not taken whatever it names. */
export function refusedRow({ number, cells, said }: ReadRow, refusal: Reason): ResolvedRow {
  return {
    number,
    cells,
    candidate: said.candidate,
    notes: null,
    positionName: said.application.position,
    destination: null,
    noDestination: null,
    positionIds: [],
    isAlone: false,
    known: null,
    gone: null,
    ownerId: null,
    source: null,
    tags: [],
    appliedAt: null,
    history: noHistory,
    said: { ownerId: null, source: null },
    problems: said.problems,
    lost: [],
    corrects: null,
    refusal,
  }
}

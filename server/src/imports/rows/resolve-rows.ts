import type { ImportTarget } from '@muster/contract/import-fields.ts'
import { applicationLengths } from '@muster/contract/text-lengths.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { quote } from '../../contact-formats/reading.ts'
import type { Database } from '../../database/connect.ts'
import { databaseNow } from '../../database/database-clock.ts'
import { isOfApplication } from '../custom/custom-targets.ts'
import { findMissing } from '../custom/find-missing.ts'
import { findOwners } from '../find-owners.ts'
import { findPositionsByName } from '../find-positions.ts'
import type { ValueField } from '../import-settings.ts'
import { type LostCell, lostCell } from '../meaning/lost-cell.ts'
import type { PositionValue } from '../meaning/position-value.ts'
import type { ImportOrder } from '../open-import.ts'
import { type ChosenStatus, chooseStatus } from './choose-status.ts'
import { type Corrected, findCorrectedRows } from './find-corrected-rows.ts'
import { findKnown, type Known } from './find-known.ts'
import { cellsThatNeedApplication } from './needs-application.ts'
import { ownerInvited } from './owner-invited.ts'
import { noHistory, readHistory } from './read-history.ts'
import type { ReadRow } from './read-rows.ts'
import { type Meant, resolveKnown } from './resolve-known.ts'
import type { PositionRef, Problem, Reason, ResolvedRow, StatusRef } from './resolved-row.ts'

const longestSource = applicationLengths.source

/** `instead`: the default is taken, and why the cell's own value is not. */
type Choice = { position: PositionRef; instead?: Reason } | { refusal: Reason }
/** `ids` are of the positions that the row may mean, closed ones included. */
type PositionFound = Choice & { ids: string[] }

function distinct(values: Iterable<string | null | undefined>): string[] {
  return [...new Set(values)].filter((value) => value !== null && value !== undefined)
}

async function loadPositions(
  db: Database,
  { workspaceId, planned }: Pick<ImportOrder, 'workspaceId' | 'planned'>,
  ids: string[],
): Promise<PositionRef[]> {
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
  const stored = positions.map((position) => ({
    ...(position as Pick<PositionRef, 'id' | 'name' | 'state'>),
    statuses:
      planned?.extended.find((one) => one.position.id === position.id)?.statuses ??
      ((ofPosition.get(position.id) ?? []) as unknown as StatusRef[]),
  }))
  return [...stored, ...(planned?.positions ?? []).filter(({ id }) => ids.includes(id))]
}

/** The positions that these rows name, by the name in the file. */
async function findPositions(
  db: Database,
  order: ImportOrder,
  said: readonly PositionValue[],
): Promise<(value: string | null) => PositionFound> {
  const { workspaceId, settings, choice } = order
  const values = [...new Map(said.map((one) => [one.value, one])).values()]
  const named = Map.groupBy(await findPositionsByName(db, workspaceId, values), ({ value }) => value)
  const ids = distinct([
    settings.positionId,
    ...values.map(({ value }) => choice('position', value)),
    ...[...named.values()].flat().map(({ id }) => id),
  ])
  const byId = new Map((await loadPositions(db, order, ids)).map((position) => [position.id, position]))

  const leftEmpty = (value: string): Reason => ({
    code: 'left_empty',
    message: t`${quote(value)} is left empty, as chosen`,
  })
  const takeDefault = (instead?: Reason): Choice => {
    const found = take(settings.positionId!, () => t`The default position no longer exists`)
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
      return { refusal: { code: 'position_missing', message: t`The row has no position` } }
    }
    if (chosen !== undefined)
      return take(chosen, () => t`The position chosen for ${quote(value)} no longer exists`)
    const gone = () => t`${quote(value)} no longer exists`
    const same = named.get(value) ?? []
    const open = same.filter(({ state }) => state === 'open')
    const [best, second] = open.length > 0 ? open : same.filter(({ state }) => state === 'on_hold')
    if (second) {
      const message = t`Several positions are called ${quote(value)}. Choose one.`
      return { refusal: { code: 'position_ambiguous', message } }
    }
    if (best) return take(best.id, gone)
    if (same[0]) return take(same[0].id, gone)
    // A file may have more values than are listed for a choice: the default holds for them too.
    const unknown = { code: 'position_unknown', message: t`No position is called ${quote(value)}` }
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

/** What the rows name, as it was found in the workspace. */
interface Found {
  order: ImportOrder
  positionOf: (value: string | null) => PositionFound
  statusOf: (position: PositionRef, value: string | null) => ChosenStatus
  owners: ReadonlyMap<string, string>
  known: Known
  corrected: ReadonlyMap<number, Corrected>
  now: number
  /** The file is of people without applications. */
  isAlone: boolean
}

/** Finds in the workspace what the rows name: positions, statuses, owners; and gives them what the settings say. */
export async function resolveRows(
  db: Database,
  order: ImportOrder,
  rows: readonly ReadRow[],
): Promise<ResolvedRow[]> {
  const { settings, choice } = order
  const positions = rows.flatMap(({ said }) => said.application.position ?? [])
  const positionOf = await findPositions(db, order, positions)
  const owners = await findOwners(
    db,
    order.workspaceId,
    distinct(rows.map(({ said }) => said.application.owner)).filter(
      (value) => choice('owner', value) === undefined,
    ),
  )
  const found: Found = {
    order,
    positionOf,
    statusOf: rememberStatuses(order),
    owners,
    now: (await databaseNow(db)).getTime(),
    corrected: await findCorrectedRows(db, order, rows),
    known: await findKnown(db, order.workspaceId, rows),
    isAlone: !settings.positionId && !order.columns.some(({ field }) => field === 'position'),
  }
  return rows.map((row) => resolveRow(found, row))
}

/** Chooses the status of a value on a position, once for each. */
function rememberStatuses({ choice }: ImportOrder) {
  const chosenStatuses = new Map<string, ChosenStatus>()
  return (position: PositionRef, value: string | null): ChosenStatus => {
    const key = `${position.id} ${value ?? ''}`
    const known = chosenStatuses.get(key)
    if (known) return known
    const chosen = chooseStatus(position, value, value === null ? null : choice('status', value))
    chosenStatuses.set(key, chosen)
    return chosen
  }
}

/** A row while it is resolved, with what was found to be wrong with it. */
function noteLosses({ columns, choice }: ImportOrder, { said }: ReadRow, more: readonly Problem[]) {
  const problems: Problem[] = [...said.problems, ...more]
  const lost: LostCell[] = [...said.lost]
  const columnOf = (field: ImportTarget) => columns.find((one) => one.field === field)
  const note = (field: ImportTarget, reason: Reason, severity: Problem['severity']) =>
    problems.push({ ...reason, column: columnOf(field)?.header ?? null, severity })
  const lose = (field: ImportTarget, reason: Reason, severity?: Problem['severity']) => {
    const column = columnOf(field)
    if (column && !lost.some(({ index }) => index === column.index)) lost.push(lostCell(column, reason))
    if (severity) note(field, reason, severity)
  }
  /** Of a value that a person chose to leave empty. */
  const loseChosen = (field: Exclude<ValueField, 'position'>) => {
    const value = said.application[field]
    if (value !== null && choice(field, value) === null)
      lose(field, { code: 'left_empty', message: t`${quote(value)} is left empty, as chosen` })
  }
  return { problems, lost, note, lose, loseChosen }
}

type Losses = ReturnType<typeof noteLosses>

/** Whether somebody was invited as this owner. They are assigned when they accept, by the value that is lost until then. */
function isInvited({ invitedOwners = {} }: ImportOrder['settings'], value: string): boolean {
  return Object.keys(invitedOwners).some((key) => key.trim().toLowerCase() === value.trim().toLowerCase())
}

function ofInvited(value: string): Reason {
  const message = t`${quote(value)} is invited, and assigned once they accept. Until then the application is unassigned.`
  return { code: ownerInvited, message }
}

/** The owner that the row names; null where it names none, nobody known, or the one the application has. */
function resolveOwner(
  { order: { choice, settings }, owners }: Found,
  value: string | null,
  { lose, loseChosen }: Losses,
) {
  if (value === null) return null
  const chosen = choice('owner', value)
  const owner = chosen ?? owners.get(value) ?? null
  if (owner !== null) return owner
  const message = t`${quote(value)} is not an active user`
  if (chosen === null && isInvited(settings, value)) lose('owner', ofInvited(value), 'warning')
  else if (chosen === null) loseChosen('owner')
  else lose('owner', { code: 'owner_unknown', message }, 'warning')
  return null
}

function resolveSource({ order: { choice } }: Found, value: string | null, { lose, loseChosen }: Losses) {
  if (value === null) return null
  const chosen = choice('source', value)
  loseChosen('source')
  if (chosen !== undefined) return chosen
  if (value.length > longestSource) {
    const message = t`The text is cut off after ${longestSource} characters`
    lose('source', { code: 'too_long', message }, 'warning')
  }
  return value.slice(0, longestSource).trim()
}

/** When the row says that its application was made; null where it says nothing, or a time to come. */
function resolveAppliedAt(
  { order, now }: Found,
  value: string | null,
  known: string | null,
  { lose }: Losses,
) {
  const applied = known ?? (value === null ? null : order.toInstant(value))
  if (applied === null || Date.parse(applied) <= now) return applied
  lose('appliedAt', { code: 'future_date', message: t`${quote(value!)} is in the future` }, 'error')
  return null
}

function refusalOf({ said }: ReadRow, meant: Meant): Reason | null {
  const nothing = said.isValid ? undefined : said.problems.find(({ code }) => code === 'nothing_to_identify')
  if (nothing) return nothing
  if (said.candidate.name !== '' || meant.known || meant.gone) return null
  return { code: 'nothing_to_identify', message: t`No name or contact details, and the ID is unknown` }
}

function resolveRow(found: Found, row: ReadRow): ResolvedRow {
  const { order, now } = found
  const { number, cells, said } = row
  const { candidate, application } = said
  const meant = resolveKnown(order, row, found.known)
  const isKnown = meant.application !== null
  const losses = noteLosses(order, row, meant.problems)
  const { problems, lost, note, lose, loseChosen } = losses

  const position = found.positionOf(application.position?.value ?? null)
  if ('position' in position && position.instead && !isKnown) lose('position', position.instead)
  if (application.clientCompany !== null && application.position === null && !isKnown)
    lose('clientCompany', {
      code: 'needs_position',
      message: t`${quote(application.clientCompany)} is not imported: the row names no position`,
    })
  const chosen = 'position' in position ? found.statusOf(position.position, application.status) : null
  if (chosen && 'problem' in chosen && chosen.problem && !isKnown) lose('status', chosen.problem, 'warning')
  else loseChosen('status')
  if (chosen && 'assumption' in chosen && chosen.assumption && !isKnown)
    note('status', chosen.assumption, 'warning')
  const destination = chosen && 'destination' in chosen ? chosen.destination : null

  const isSameOwner = isKnown && application.owner === meant.application?.ownerName
  const owner = resolveOwner(found, isSameOwner ? null : application.owner, losses)
  const source = resolveSource(found, application.source, losses)
  const appliedAt = resolveAppliedAt(found, application.appliedAt, meant.appliedAt, losses)
  const isAlone = found.isAlone && !isKnown
  if (isAlone)
    for (const { field, reason } of cellsThatNeedApplication(order.columns, said))
      lose(field, reason, 'error')
  const noDestination =
    ('refusal' in position ? position.refusal : null) ??
    (chosen && 'refusal' in chosen ? chosen.refusal : null)
  const corrects = found.corrected.get(number)
  return {
    number,
    cells,
    ...(row.corrected ? { corrected: row.corrected } : {}),
    candidate,
    notes: application.notes,
    positionName:
      meant.application?.positionName ??
      ('position' in position ? position.position.name : (application.position?.name ?? null)),
    destination,
    noDestination: found.isAlone ? null : noDestination,
    positionIds: position.ids,
    isAlone,
    known: meant.known,
    gone: meant.gone,
    ownerId: owner ?? order.settings.ownerId ?? null,
    source: source ?? order.settings.source ?? null,
    tags: application.tags,
    appliedAt,
    history:
      destination && !isKnown
        ? readHistory({ order, said: application, destination, appliedAt, now })
        : noHistory,
    custom: isAlone ? said.custom.filter(({ target }) => !isOfApplication(target)) : said.custom,
    missing: findMissing(order, said.custom, isAlone ? null : destination),
    said: { ownerId: owner, source },
    problems,
    ragged: said.ragged,
    remarks: said.remarks,
    lost: corrects ? lost.filter((cell) => corrects.isNew(cell)) : lost,
    corrects: corrects?.row ?? null,
    refusal: refusalOf(row, meant),
  }
}

/** A row that is not taken whatever it names. */
export function refusedRow({ number, cells, said }: ReadRow, refusal: Reason): ResolvedRow {
  return {
    number,
    cells,
    candidate: said.candidate,
    notes: null,
    positionName: said.application.position?.name ?? null,
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
    custom: [],
    missing: [],
    said: { ownerId: null, source: null },
    problems: said.problems,
    lost: [],
    remarks: [],
    ragged: said.ragged,
    corrects: null,
    refusal,
  }
}

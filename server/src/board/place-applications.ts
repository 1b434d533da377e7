import type { moveCauses } from '@muster/contract/activity-logs.ts'
import type { closing } from '@muster/contract/dispositions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { statusTypeRank } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { type NewActivity, recordActivity } from '../activity-logs/record-activity.ts'
import { type AppError, invalid, notFound } from '../app-error.ts'
import {
  type Closing,
  checkClosing,
  recordDispositions,
  removeDispositions,
} from '../applications/dispositions.ts'
import {
  type Filling,
  fillRequired,
  lockApplicationsOfCandidates,
  lockCandidatesOf,
} from '../custom-fields/fill-required.ts'
import { fieldsRequired, type MissingField } from '../custom-fields/required-to-move.ts'
import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'
import { assertMayMove } from '../policies/application-policy.ts'
import { erasedRefused, isErased, selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { findStaleCards, type StaleCard } from './find-stale-cards.ts'
import { type LockedStatus, lockStatus } from './lock-status.ts'
import { formerRanks, ranksInGap } from './ranks.ts'

export interface Placement {
  statusId: string
  applicationIds: readonly string[]
}

export interface MovedBy {
  userId: string | null
  agentId: string | null
}

export interface PlaceOptions {
  cause: (typeof moveCauses)[number]
  batchId: string
  beforeId?: string | null | undefined
  afterId?: string | null | undefined
  /** Each application's former rank in the target status, for an undo. */
  ranks?: ReadonlyMap<string, string | null> | undefined
  /** Written into the log of each move. */
  reason?: string | null | undefined
  /** Needed to enter a status of type `closed`. */
  close?: z.output<typeof closing> | undefined
  /**
   * The status in which the caller saw each application. Those that a colleague moved since are returned in
   * `overtaken`.
   */
  seen?: ReadonlyMap<string, string>
  /** Values for empty custom fields of the applications that are moved by hand. */
  filling?: Filling | undefined
  /** Who made the move, if not the actor alone: an agent on a call. */
  by?: MovedBy | undefined
  /** The move is a client's decision, or undoes one: the only moves of client reviewers. The caller checked their right. */
  isDecision?: boolean | undefined
  /** False when the caller writes the history itself, as an undo does. */
  record?: boolean
  /**
   * Called for each application that cannot be moved, which is then skipped. Without it, the first refusal is thrown.
   */
  refuse?: (applicationId: string, error: AppError) => void
}

export interface PlacedApplication {
  applicationId: string
  statusId: string
  rank: string
  enteredStatusAt: string
  dueAt: string | null
  version: number
}

type LockedApplication = Awaited<ReturnType<typeof lockApplications>>[number]

const endings: readonly StatusType[] = ['hired', 'closed']

/** Locks in order of id, as everyone does, whatever order they will be placed in. */
function lockApplications(tx: Database, actor: Actor, ids: readonly string[]) {
  return selectVisible(tx, actor)
    .where(sql<boolean>`applications.id = any(${ids}::uuid[])`)
    .where('applications.deleted_at', 'is', null)
    .orderBy('applications.id')
    .select([
      'id',
      'position_id',
      'status_id',
      'status_type',
      'rank',
      'closed_at',
      'entered_status_at',
      'due_at',
      'callback_at',
      'version',
    ])
    .select(isErased.as('is_erased'))
    .forUpdate()
    .execute()
}

function refusalOf(
  actor: Actor,
  application: LockedApplication | undefined,
  status: LockedStatus,
  closingAs: Closing | null,
  { cause, isDecision }: PlaceOptions,
): AppError | null {
  if (!application) return notFound(t`Application`)
  if (application.position_id !== status.positionId)
    return invalid('toStatusId', t`This status belongs to another position`)
  if (application.status_id === status.id) return null
  // A column that is deleted takes what is left of erased people along.
  if (application.is_erased && cause !== 'status_deleted') return erasedRefused()
  try {
    if (!isDecision) assertMayMove(actor, application.status_type as StatusType, status.type)
  } catch (error) {
    return error as AppError
  }
  if (status.type === 'closed' && application.status_type !== 'closed' && !closingAs)
    return invalid('close', t`Choose an outcome to close the application`)
  return null
}

/** Moves by hand. The others follow from something that has happened already: refusing one would lose the event. */
const byHand: readonly PlaceOptions['cause'][] = ['board', 'bulk', 'close', 'reopen']

/** Returns what applications lack that are moved by hand to another status, after filling in what the caller sent. */
async function fillEntering(
  tx: Database,
  actor: Actor,
  status: LockedStatus,
  moving: readonly LockedApplication[],
  { cause, filling }: PlaceOptions,
): Promise<Map<string, MissingField[]>> {
  if (!byHand.includes(cause)) return new Map()
  const entering = moving.filter((application) => application.status_id !== status.id)
  return fillRequired(
    tx,
    actor,
    entering.map(({ id }) => id),
    status.type,
    filling,
  )
}

/** Returns whether the applications are already there in this order. Then nothing changes and nothing is logged. */
function isInPlace(
  moving: readonly LockedApplication[],
  status: LockedStatus,
  slot: { lower: string | null; upper: string | null },
  placed: boolean,
): boolean {
  if (moving.some((application) => application.status_id !== status.id)) return false
  if (!placed) return true
  const ranks = [slot.lower, ...moving.map((application) => application.rank), slot.upper].filter(
    (rank) => rank !== null,
  )
  return ranks.every((rank, index) => index === 0 || ranks[index - 1]! < rank)
}

function moveActivity(
  actor: Actor,
  application: LockedApplication,
  status: LockedStatus,
  options: PlaceOptions,
): NewActivity {
  const reopened =
    endings.includes(application.status_type as StatusType) && !endings.includes(status.type)
      ? 'reopened'
      : 'moved'
  return {
    workspaceId: actor.workspaceId,
    applicationId: application.id,
    positionId: application.position_id,
    kind: reopened,
    userId: options.by ? options.by.userId : actor.userId,
    agentId: options.by?.agentId ?? null,
    fromStatusId: application.status_id,
    fromRank: application.rank,
    toStatusId: status.id,
    fromType: application.status_type as StatusType,
    toType: status.type,
    cause: options.cause,
    body: options.reason ?? null,
    batchId: options.batchId,
  }
}

/** Closing removes a callback. The entry is what an undo of the closing restores it from. */
function callbackRemoved(
  actor: Actor,
  { id, position_id: positionId, callback_at: callbackAt }: LockedApplication,
  { by, batchId }: PlaceOptions,
): NewActivity[] {
  if (callbackAt === null) return []
  return [
    {
      workspaceId: actor.workspaceId,
      applicationId: id,
      positionId,
      kind: 'edited',
      userId: by ? by.userId : actor.userId,
      agentId: by?.agentId ?? null,
      field: 'callbackAt',
      oldValue: callbackAt,
      newValue: null,
      batchId,
    },
  ]
}

async function writePlaces(
  tx: Database,
  workspaceId: string,
  status: LockedStatus,
  moving: readonly LockedApplication[],
  ranks: readonly string[],
  disposition: string | null,
): Promise<PlacedApplication[]> {
  const ids = moving.map((application) => application.id)
  const taken = moving.filter(
    (application) => application.status_id === status.id && ranks.includes(application.rank),
  )
  // A moving application may hold a rank that another is about to get. Ranks are unique at every moment, so
  // clear them first.
  if (taken.length > 0)
    await sql`update applications set rank = '~' || id::text
      where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and status_id = ${status.id}`.execute(
      tx,
    )
  const reached = status.type === 'closed' ? 0 : statusTypeRank(status.type)
  const written = await sql<Omit<PlacedApplication, 'statusId'>>`
    update applications as a set
      status_id = ${status.id},
      status_type = ${status.type},
      rank = place.rank,
      entered_status_at = case when a.status_id = ${status.id} then a.entered_status_at else now() end,
      due_at = case
        when a.status_id = ${status.id} then a.due_at
        when ${disposition}::text is null then now() + make_interval(secs => ${status.slaDays}::float8 * 86400)
      end,
      reached = greatest(a.reached, ${reached}::smallint),
      disposition = case when a.status_id = ${status.id} then a.disposition else ${disposition} end,
      closed_at = case
        when a.status_id = ${status.id} then a.closed_at
        when ${disposition}::text is not null then coalesce(a.closed_at, now())
      end,
      callback_at = case when ${disposition}::text is null then a.callback_at end,
      last_activity_at = case when a.status_id = ${status.id} then a.last_activity_at else now() end,
      updated_at = now(),
      version = a.version + 1
    from unnest(${ids}::uuid[], ${ranks}::text[]) as place (id, rank)
    where a.workspace_id = ${workspaceId} and a.id = place.id
    returning a.id as "applicationId", a.rank, a.entered_status_at as "enteredStatusAt", a.due_at as "dueAt", a.version
  `.execute(tx)
  const byId = new Map(written.rows.map((row) => [row.applicationId, row]))
  return ids.map((id) => ({ ...byId.get(id)!, statusId: status.id }))
}

async function placeInStatus(
  tx: Database,
  actor: Actor,
  status: LockedStatus,
  moving: readonly LockedApplication[],
  closingAs: Closing | null,
  options: PlaceOptions,
): Promise<{ places: PlacedApplication[]; activities: NewActivity[] }> {
  const ids = moving.map((application) => application.id)
  const column = { workspaceId: actor.workspaceId, statusId: status.id }
  const { slot, ranks } = options.ranks
    ? await formerRanks(tx, column, ids, options.ranks)
    : await ranksInGap(tx, column, options, ids, moving.length)
  if (isInPlace(moving, status, slot, Boolean(options.beforeId || options.afterId))) {
    const places = moving.map((application) => ({
      applicationId: application.id,
      statusId: status.id,
      rank: application.rank,
      enteredStatusAt: application.entered_status_at,
      dueAt: application.due_at,
      version: application.version,
    }))
    return { places, activities: [] }
  }
  const entering = moving.filter((application) => application.status_id !== status.id)
  const disposition =
    status.type === 'hired' ? 'hired' : status.type === 'closed' ? (closingAs?.disposition ?? null) : null
  // A move between two closed statuses keeps the disposition.
  const unchanged =
    status.type === 'closed' ? entering.filter((application) => application.status_type === 'closed') : []
  const decided = entering.filter((application) => !unchanged.includes(application))
  await removeDispositions(
    tx,
    actor.workspaceId,
    decided.filter((application) => application.closed_at).map(({ id }) => id),
  )
  const places = await writePlaces(tx, actor.workspaceId, status, moving, ranks, disposition)
  if (unchanged.length > 0) await restoreDispositions(tx, actor.workspaceId, unchanged)
  const activities = entering.map((application) => moveActivity(actor, application, status, options))
  if (disposition && decided.length > 0)
    activities.push(
      ...decided.flatMap((application) => callbackRemoved(actor, application, options)),
      ...(await recordDispositions(
        tx,
        actor,
        decided.map((application) => ({
          applicationId: application.id,
          positionId: application.position_id,
          statusId: application.status_id,
          statusType: application.status_type as StatusType,
        })),
        closingAs ?? { disposition, reasonId: null, note: null },
        options.batchId,
        options.by,
      )),
    )
  return { places, activities }
}

/** Restores what a move between closed statuses must not change. */
async function restoreDispositions(
  tx: Database,
  workspaceId: string,
  unchanged: readonly LockedApplication[],
): Promise<void> {
  await sql`
    update applications as a set disposition = d.kind, closed_at = old.closed_at, due_at = null
    from dispositions d, unnest(${unchanged.map(({ id }) => id)}::uuid[], ${unchanged.map((row) => row.closed_at)}::timestamptz[]) as old (id, closed_at)
    where a.workspace_id = ${workspaceId} and a.id = old.id
      and d.workspace_id = a.workspace_id and d.application_id = a.id
  `.execute(tx)
}

/**
 * Puts applications into columns: the only way an application changes its status or rank. Locks the statuses, then the
 * applications, each in order of id, so concurrent moves neither deadlock nor share a rank. Logs one entry for each
 * application that changed its status, keeps dispositions in step and announces the change.
 * @throws NOT_FOUND, VALIDATION or FORBIDDEN for the first application that cannot be moved, and FIELDS_REQUIRED for all
 * that lack a value, unless `options.refuse` is given; CONFLICT when one was closed after the caller had loaded the board
 */
export async function placeApplications(
  tx: Database,
  actor: Actor,
  placements: readonly Placement[],
  options: PlaceOptions,
): Promise<{ places: PlacedApplication[]; changed: number; overtaken: StaleCard[] }> {
  const ids = placements.flatMap((placement) => placement.applicationIds)
  if (new Set(ids).size !== ids.length) throw invalid('applicationIds', t`List each application only once`)
  if (options.filling?.candidate) await lockCandidatesOf(tx, actor.workspaceId, ids)
  const statuses = new Map<string, LockedStatus>()
  for (const statusId of [...new Set(placements.map((placement) => placement.statusId))].sort())
    statuses.set(statusId, await lockStatus(tx, actor.workspaceId, statusId))
  if (options.filling?.candidate) await lockApplicationsOfCandidates(tx, actor.workspaceId, ids)
  const locked = new Map((await lockApplications(tx, actor, ids)).map((row) => [row.id, row]))
  const overtaken = options.seen
    ? await findStaleCards(tx, actor, [...locked.values()], options.seen, new Set(statuses.keys()))
    : []
  const closingAs = options.close ? await checkClosing(tx, actor, options.close) : null

  const places: PlacedApplication[] = []
  const activities: NewActivity[] = []
  for (const placement of placements) {
    const status = statuses.get(placement.statusId)!
    const movable: LockedApplication[] = []
    for (const id of placement.applicationIds) {
      const refusal = refusalOf(actor, locked.get(id), status, closingAs, options)
      if (!refusal) movable.push(locked.get(id)!)
      else if (options.refuse) options.refuse(id, refusal)
      else throw refusal
    }
    const missing = await fillEntering(tx, actor, status, movable, options)
    if (missing.size > 0 && !options.refuse) throw fieldsRequired(missing)
    for (const [id, fields] of missing) options.refuse?.(id, fieldsRequired(new Map([[id, fields]])))
    const moving = movable.filter(({ id }) => !missing.has(id))
    if (moving.length === 0) continue
    const placed = await placeInStatus(tx, actor, status, moving, closingAs, options)
    places.push(...placed.places)
    activities.push(...placed.activities)
  }
  if (options.record !== false) await recordActivity(tx, activities)
  const changed = new Set(activities.map((activity) => activity.applicationId)).size
  if (places.length > 0)
    await announce(tx, actor.workspaceId, {
      kind: 'applications-moved',
      applicationIds: places.map((place) => place.applicationId),
      positionIds: [...new Set([...statuses.values()].map((status) => status.positionId))],
      toStatusIds: [...statuses.keys()],
      actorId: options.by ? options.by.userId : actor.userId,
    })
  return { places, changed, overtaken }
}

import { setTimeout } from 'node:timers/promises'
import type { FieldSubject } from '@muster/contract/field-subjects.ts'
import { type Kysely, sql } from 'kysely'
import { opaqueId } from '../database/opaque-id.ts'
import type { DB } from '../database/schema.generated.ts'
import { writeTransaction } from '../database/transaction.ts'
import { announce } from '../live/announce.ts'
import { lockFields } from './load-fields.ts'

/** Applications whose keys are written in one transaction. Their rows are locked for some 20 ms. */
const atOnce = 500
/** Rows that one transaction removes. */
const removedAtOnce = 5000
/** For transactions that began before a change of the fields. */
const horizonTimeoutMs = 60_000

/** A field whose sort keys are to be written or removed. */
interface Due {
  workspace_id: string
  id: string
  subject: FieldSubject
  sort_state: 'building' | 'stale' | 'removing'
  sort_version: number
}

/** What is left to do in one workspace. */
interface Pass {
  workspaceId: string
  written: Due[]
  removed: Due[]
  /** The last application that was considered. */
  after: string
  /** Applications that somebody else had locked. */
  skipped: string[]
}

const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Waits for the transactions that may have read the fields before they changed: what they write is visible then, and
 * later ones write the keys themselves. Returns false if one does not end.
 */
async function awaitHorizon(db: Kysely<DB>, stopping: AbortSignal): Promise<boolean> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(db)
  for (const deadline = Date.now() + horizonTimeoutMs; Date.now() < deadline && !stopping.aborted; ) {
    const { rows: passed } = await sql<{ is: boolean }>`
      select change_horizon() >= date_trunc('milliseconds', ${rows[0]!.at}::timestamptz) as is
    `.execute(db)
    if (passed[0]!.is) return true
    await setTimeout(50)
  }
  return false
}

async function findPasses(db: Kysely<DB>): Promise<Pass[]> {
  const { rows } = await sql<Due>`
    select workspace_id, id, subject, sort_state, sort_version from custom_fields
    where sort_state in ('building', 'stale', 'removing')
  `.execute(db)
  return [...Map.groupBy(rows, (row) => row.workspace_id)].map(([workspaceId, fields]) => ({
    workspaceId,
    written: fields.filter((field) => field.sort_state !== 'removing'),
    removed: fields.filter((field) => field.sort_state === 'removing'),
    after: firstId,
    skipped: [],
  }))
}

/** Writes the keys of applications, except those that somebody else has locked. Returns these. */
async function writeKeys(db: Kysely<DB>, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  return writeTransaction(db, async (tx) => {
    // Waiting for a lock while holding others could block somebody who moves several applications.
    const { rows } = await sql<{ id: string }>`
      select id from applications
      where workspace_id = ${opaqueId(workspaceId)} and id = any(${ids}::uuid[])
      for no key update skip locked
    `.execute(tx)
    const locked = rows.map(({ id }) => id)
    // A statement of its own sees what was committed before the rows were locked.
    await sql`select write_sort_keys(${workspaceId}::uuid, ${locked}::uuid[])`.execute(tx)
    const written = new Set(locked)
    return ids.filter((id) => !written.has(id))
  })
}

/** Writes the keys of the next applications. Returns whether there are more. */
async function writeNext(db: Kysely<DB>, pass: Pass): Promise<boolean> {
  const { workspaceId, after } = pass
  if (pass.written.length === 0) return false
  const { rows } = await sql<{ id: string }>`
    select id from applications where workspace_id = ${opaqueId(workspaceId)} and id > ${after}::uuid
    order by id limit ${atOnce}
  `.execute(db)
  const last = rows.at(-1)
  if (last) {
    pass.after = last.id
    pass.skipped.push(
      ...(await writeKeys(
        db,
        workspaceId,
        rows.map(({ id }) => id),
      )),
    )
    return true
  }
  if (pass.skipped.length === 0) return false
  const { rows: left } = await sql<{ id: string }>`
    select id from applications where workspace_id = ${workspaceId} and id = any(${pass.skipped.splice(0, atOnce)}::uuid[])
  `.execute(db)
  await setTimeout(20)
  pass.skipped.push(
    ...(await writeKeys(
      db,
      workspaceId,
      left.map(({ id }) => id),
    )),
  )
  return true
}

/** Removes the next keys of a field. Returns whether there may be more. */
async function removeNext(db: Kysely<DB>, { workspace_id, id }: Due): Promise<boolean> {
  return writeTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`
      delete from application_sort_keys k
      using (
        select application_id from application_sort_keys
        where workspace_id = ${workspace_id} and field_id = ${id} limit ${removedAtOnce}
      ) batch
      where k.workspace_id = ${workspace_id} and k.field_id = ${id} and k.application_id = batch.application_id
    `.execute(tx)
    return numAffectedRows === BigInt(removedAtOnce)
  })
}

/** Marks the fields of a pass, except those that changed since it began. */
async function finish(db: Kysely<DB>, { workspaceId, written, removed }: Pass): Promise<void> {
  await writeTransaction(db, async (tx) => {
    await lockFields(tx, workspaceId)
    for (const { id, subject, sort_state, sort_version } of [...written, ...removed]) {
      const { numUpdatedRows } = await tx
        .updateTable('custom_fields')
        .set({ sort_state: sort_state === 'removing' ? null : 'ready' })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('sort_version', '=', sort_version)
        .executeTakeFirst()
      if (sort_state === 'building' && numUpdatedRows > 0n)
        await announce(tx, workspaceId, { kind: 'custom-fields-changed', subject, actorId: null })
    }
  })
}

/** Executes the next step of a pass. Returns whether there are more. */
async function step(db: Kysely<DB>, pass: Pass, unremoved: Due[]): Promise<boolean> {
  if (await writeNext(db, pass)) return true
  const [field] = unremoved
  if (field) {
    if (!(await removeNext(db, field))) unremoved.shift()
    return true
  }
  await finish(db, pass)
  return false
}

/**
 * Writes what lists are sorted by for fields that were made sortable, and removes it for those that are not any more. The
 * steps of workspaces alternate, so that a large one delays no other. A run that stops halfway is repeated.
 */
export async function buildSortKeys(
  { db }: { db: Kysely<DB> },
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (;;) {
    const passes = await findPasses(db)
    if (passes.length === 0 || !(await awaitHorizon(db, stopping))) return
    let open = passes.map((pass) => ({ pass, unremoved: [...pass.removed] }))
    while (open.length > 0) {
      const left: typeof open = []
      for (const one of open) {
        if (stopping.aborted) return
        if (await step(db, one.pass, one.unremoved)) left.push(one)
      }
      open = left
    }
  }
}

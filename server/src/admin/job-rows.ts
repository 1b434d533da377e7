import type { job, jobStates } from '@muster/contract/admin-jobs.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'

type JobState = (typeof jobStates)[number]

/** The pg-boss states behind each state of the API. */
export const stateNames: Record<JobState, readonly string[]> = {
  waiting: ['created', 'retry'],
  running: ['active'],
  done: ['completed'],
  failed: ['failed'],
  cancelled: ['cancelled'],
}

function stateOf(state: string): JobState {
  for (const [name, states] of Object.entries(stateNames)) if (states.includes(state)) return name as JobState
  return 'done'
}

/** Selects pg-boss jobs. Queues that start with `__` are its own. */
export function selectJobs(db: Database) {
  return db
    .selectFrom(
      sql<{
        id: string
        name: string
        state: string
        workspace_id: string | null
        retry_count: number
        retry_limit: number
        created_on: string
        start_after: string
        started_on: string | null
        completed_on: string | null
        error: string | null
      }>`(
        select id, name, state::text, data->>'workspaceId' as workspace_id, retry_count, retry_limit,
          created_on::timestamptz(3) as created_on, start_after::timestamptz(3) as start_after,
          started_on::timestamptz(3) as started_on, completed_on::timestamptz(3) as completed_on,
          left(coalesce(output->>'message', output->>'value', output::text), 2000) as error
        from pgboss.job where name not like '\\_\\_%'
      )`.as('jobs'),
    )
    .selectAll()
}

export type JobRow = Awaited<ReturnType<ReturnType<typeof selectJobs>['executeTakeFirstOrThrow']>>

export function presentJob(row: JobRow): z.input<typeof job> {
  const state = stateOf(row.state)
  const ended = state === 'failed' || state === 'cancelled'
  return {
    id: row.id,
    queue: row.name,
    state,
    workspaceId: row.workspace_id,
    attempts: row.retry_count + (row.started_on ? 1 : 0),
    mostAttempts: row.retry_limit + 1,
    createdAt: row.created_on,
    startAfter: row.start_after,
    startedAt: row.started_on,
    endedAt: row.completed_on,
    // pg-boss stores a successful job's result in the same column.
    error: state === 'done' ? null : row.error,
    can: { retry: ended, cancel: state === 'waiting' },
  }
}

/** @throws NOT_FOUND */
export async function loadJob(db: Database, id: string): Promise<JobRow> {
  const row = await selectJobs(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`Job`)
  return row
}

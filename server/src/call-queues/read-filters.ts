import { queueFilters } from '@muster/contract/call-queues.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t, translate } from '#texts'
import { AppError, invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { scopeQueries } from '../saved-views/usable-views.ts'
import type { Actor } from '../session/actor.ts'

/**
 * Returns the filters of a queue as the list of applications takes them.
 * @throws VALIDATION that names each filter with an unknown name or value
 */
export function readFilters(filters: unknown): z.output<typeof queueFilters> {
  const read = queueFilters.safeParse(filters)
  if (read.success) return read.data
  const details: Record<string, string[]> = {}
  for (const issue of read.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    for (const name of names)
      details[`filters.${name}`] = [
        issue.code === 'unrecognized_keys' ? t`Unknown filter` : translate(issue.message),
      ]
  }
  throw new AppError('VALIDATION', t`Check the filters of the queue`, { details })
}

/** The tables of filters by ID that everyone in the workspace may use. */
const tables = {
  ownerId: 'users',
  pipelineId: 'pipelines',
  reasonId: 'reasons',
  importId: 'imports',
  agentId: 'agents',
  callAgentId: 'agents',
  queueId: 'call_queues',
  campaignId: 'voice_campaigns',
} as const

/** Values of filters that are no IDs. */
const words = ['none', 'me']

/**
 * Checks that the rows a queue filters by exist, so that a typing error does not end as a queue without people.
 * @throws VALIDATION that names the filter, also for rows out of the actor's scope
 */
export async function assertKnown(
  db: Database,
  actor: Actor,
  filters: z.output<typeof queueFilters>,
): Promise<void> {
  const scoped = scopeQueries(actor)
  for (const [name, value] of Object.entries(filters)) {
    if (!/Id$/.test(name) || value === undefined) continue
    const ids = [value].flat().filter((each) => !words.includes(String(each))) as string[]
    const query =
      scoped[name]?.(ids) ??
      sql<{ value: string }>`
        select id as value from ${sql.table(tables[name as keyof typeof tables])}
        where workspace_id = ${actor.workspaceId} and id = any(${ids}::uuid[])
      `
    const { rows } = await query.execute(db)
    if (rows.length < new Set(ids).size)
      throw invalid(`filters.${name}`, t`Not found. Choose another value, or leave out this filter.`)
  }
}

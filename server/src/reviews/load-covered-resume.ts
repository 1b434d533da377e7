import { createHash } from 'node:crypto'
import { isStaff } from '@muster/contract/client-access.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { getCoveredResume } from '@muster/contract/reviews.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import type { CoveringRequest } from '../uploads/covering/cover-document.ts'
import { tryReadStoredDocument } from '../uploads/reading/read-stored-document.ts'
import { readableKinds } from '../uploads/recognise-file.ts'
import { reviewState, selectReviews } from './select-reviews.ts'

type State = ResponseOf<typeof getCoveredResume>
type Problem = NonNullable<State['problem']>

/** Raised when more is covered than before, so that stored copies are made again. */
const coveringVersion = 1

/** @throws NOT_FOUND also for what the actor may not see, and for clients what is withdrawn */
async function loadResume(db: Database, actor: Actor, applicationId: string) {
  const row = await selectReviews(db, actor)
    .where('applications.id', '=', applicationId)
    .leftJoin('files as f', (join) =>
      join
        .onRef('f.workspace_id', '=', 'applications.workspace_id')
        .on(sql<boolean>`f.id = coalesce(applications.resume_file_id, c.resume_file_id)`),
    )
    .select(['f.id', 'f.content_type', 'f.sha256', 'f.storage_key', 'applications.workspace_id'])
    .select([reviewState.as('state'), 'c.email', 'c.phone'])
    .select([
      sql<string[]>`array_remove(array[c.profile_url], null)`.as('links'),
      sql<{ kind: string; value: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'value', m.value) order by m.kind, m.value), '[]')
        from merged_contacts m where m.workspace_id = c.workspace_id and m.owner_id = c.id
      )`.as('merged'),
    ])
    .executeTakeFirst()
  if (!row || (!isStaff(actor.role) && row.state === 'withdrawn')) throw notFound(t`Application`)
  return row
}

type ResumeRow = Awaited<ReturnType<typeof loadResume>>

function requestOf(row: ResumeRow, country: string): CoveringRequest {
  const merged = (kind: string) =>
    row.merged.flatMap((contact) => (contact.kind === kind ? contact.value : []))
  return {
    known: {
      emails: [...(row.email ? [row.email] : []), ...merged('email')],
      phones: [...(row.phone ? [row.phone] : []), ...merged('phone')],
      links: [...row.links, ...merged('profile')],
    },
    country,
  }
}

interface Covered {
  problem: Problem | null
  pages: number | null
}

/** Makes the copy if there is none yet, or if other contact data must be covered since. */
async function ensureCovered(services: Services, actor: Actor, row: ResumeRow): Promise<Covered> {
  const { db } = services
  const { workspaceId } = actor
  const request = requestOf(row, actor.workspace.defaultCountry)
  const madeFrom = createHash('sha256')
    .update(JSON.stringify([coveringVersion, row.sha256, request]))
    .digest('hex')
  const stored = await db
    .selectFrom('covered_resumes')
    .where('workspace_id', '=', workspaceId)
    .where('file_id', '=', row.id!)
    .where('made_from', '=', madeFrom)
    .select(['problem', 'page_count'])
    .executeTakeFirst()
  if (stored) return { problem: stored.problem as Problem | null, pages: stored.page_count }
  const kind = readableKinds[row.content_type!]
  const file = { workspace_id: workspaceId, sha256: row.sha256!, storage_key: row.storage_key! }
  const read = kind
    ? await tryReadStoredDocument(services, file, { wanted: 'covered', kind, ...request })
    : { problem: 'unsupported' as const, isCertain: true }
  const failed = 'problem' in read
  // What other load may have caused is tried again.
  if (failed && !read.isCertain) return { problem: read.problem, pages: null }
  const made = {
    made_from: madeFrom,
    problem: failed ? read.problem : null,
    content: failed ? null : Buffer.from(read.pdf, 'base64'),
    page_count: failed ? null : read.pages,
  }
  // Erased meanwhile: then nothing is stored.
  await sql`
    insert into covered_resumes (workspace_id, file_id, made_from, problem, content, page_count)
    select f.workspace_id, f.id, ${made.made_from}, ${made.problem}, ${made.content}, ${made.page_count}
    from files f where f.workspace_id = ${workspaceId} and f.id = ${row.id} for key share
    on conflict (workspace_id, file_id) do update set
      made_from = excluded.made_from, problem = excluded.problem, content = excluded.content,
      page_count = excluded.page_count, made_at = now()
  `.execute(db)
  return { problem: made.problem, pages: made.page_count }
}

/** Returns whether clients can see the résumé of an application. @throws NOT_FOUND */
export async function loadCoveredResume(
  services: Services,
  actor: Actor,
  applicationId: string,
): Promise<State> {
  const row = await loadResume(services.db, actor, applicationId)
  if (!row.id) return { state: 'none', problem: null, pageCount: null }
  const { problem, pages } = await ensureCovered(services, actor, row)
  if (problem) return { state: 'refused', problem: isStaff(actor.role) ? problem : null, pageCount: null }
  return { state: 'ready', problem: null, pageCount: pages }
}

/** Returns the copy itself. @throws NOT_FOUND if there is none */
export async function readCoveredResume(
  services: Services,
  actor: Actor,
  applicationId: string,
): Promise<Buffer> {
  const row = await loadResume(services.db, actor, applicationId)
  if (!row.id || (await ensureCovered(services, actor, row)).problem) throw notFound(t`File`)
  const stored = await services.db
    .selectFrom('covered_resumes')
    .where('workspace_id', '=', actor.workspaceId)
    .where('file_id', '=', row.id)
    .select('content')
    .executeTakeFirst()
  if (!stored?.content) throw notFound(t`File`)
  return stored.content
}

import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'
import type { Services } from '../services.ts'
import { docx } from '../uploads/recognise-file.ts'
import { createRandom, hashSeed } from './random.ts'
import { resumeDocx, resumePdf, writeResume } from './resume-document.ts'
import { storeSampleFile } from './store-sample-file.ts'
import { type Trade, trades } from './trades.ts'
import { writeSampleLicenses } from './write-sample-licenses.ts'

/** As many as people look at: those furthest along. Each takes some milliseconds. */
const mostResumes = 240

interface SamplePerson {
  application_id: string
  name: string
  email: string | null
  phone: string | null
  location: string | null
  title: string | null
  company: string | null
  position: string
  applied_at: string
}

/** Returns sample people without a résumé: open and furthest along first, then recent. */
async function findPeople(db: Database, workspaceId: string): Promise<SamplePerson[]> {
  const { rows } = await sql<SamplePerson>`
    select a.id as application_id, c.name, c.email, c.phone, c.location, c.current_title as title,
      c.current_company as company, p.name as position, a.applied_at
    from sample_records s
    join candidates c on c.workspace_id = s.workspace_id and c.id = s.id
    join applications a on a.workspace_id = s.workspace_id and a.candidate_id = c.id
    join positions p on p.workspace_id = a.workspace_id and p.id = a.position_id
    where s.workspace_id = ${workspaceId} and s.kind = 'candidate'
      and a.resume_file_id is null and c.resume_file_id is null and a.deleted_at is null
      and (a.reached >= 2 or a.closed_at is null)
    order by a.closed_at is null desc, a.reached desc, a.last_activity_at desc, a.id
    limit ${mostResumes}
  `.execute(db)
  return rows
}

const tradeOf = new Map<string, Trade>(Object.values(trades).map((trade) => [trade.title, trade]))

async function writeOne(services: Services, workspaceId: string, person: SamplePerson): Promise<void> {
  const random = createRandom(hashSeed(...Buffer.from(person.name), ...Buffer.from(person.position)))
  const trade = tradeOf.get(person.position) ?? trades.warehouse
  const resume = writeResume(person, trade, new Date(person.applied_at).getUTCFullYear(), random)
  const isWord = random.chance(0.3)
  const file = {
    name: `${person.name}.${isWord ? 'docx' : 'pdf'}`,
    contentType: isWord ? docx : 'application/pdf',
    content: await (isWord ? resumeDocx(resume) : resumePdf(resume)),
    createdAt: person.applied_at,
  }
  await storeSampleFile(services, workspaceId, file, async (tx) => {
    const application = await tx
      .selectFrom('applications')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', person.application_id)
      .where('resume_file_id', 'is', null)
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    return (
      application &&
      ((id) =>
        tx
          .updateTable('applications')
          .set({ resume_file_id: id })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', person.application_id)
          .execute())
    )
  })
}

/**
 * Writes résumés of sample people, PDF and Word, and copies of their licenses, once for each workspace with sample data. A repeated run goes on where
 * the last one stopped.
 */
export async function writeSampleResumes(services: Services): Promise<void> {
  const { db } = services
  const workspaces = await db
    .selectFrom('workspaces')
    .where('sample_loaded_at', 'is not', null)
    .where('sample_resumes_at', 'is', null)
    .select('id')
    .limit(10)
    .execute()
  for (const { id } of workspaces) {
    for (const person of await findPeople(db, id)) await writeOne(services, id, person)
    await writeSampleLicenses(services, id)
    await db.updateTable('workspaces').set({ sample_resumes_at: sql`now()` }).where('id', '=', id).execute()
    await announce(db, id, {
      kind: 'applications-changed',
      applicationIds: [],
      positionIds: [],
      actorId: null,
    })
  }
}

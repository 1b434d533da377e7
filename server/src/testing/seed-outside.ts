import { createComment } from '@muster/contract/activity-logs.ts'
import { attachApplicationFile } from '@muster/contract/application-files.ts'
import {
  closeApplication,
  createApplication,
  deleteApplication,
  updateApplication,
} from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { logCall } from '@muster/contract/calls.ts'
import { mergeCandidates } from '@muster/contract/candidate-merges.ts'
import { createCandidate } from '@muster/contract/candidates.ts'
import { createCompany } from '@muster/contract/companies.ts'
import type { AnyEndpoint, CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { createPosition } from '@muster/contract/positions.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { sql } from 'kysely'
import { type Ids, type Seeded, sendFile } from './seed.ts'
import type { TestServer, TestUser } from './test-server.ts'

/** Text in everything outside of a user's scope: people and what is written about them, positions, companies. */
export const outsideMarks = { people: 'outpeople', position: 'outposition', company: 'outcompany' } as const

/** Contact data of the people outside, as typed and as shown. */
export const outsideContacts = ['outpeople@example.com', '3125550188', '312-555-0188', '(312) 555-0188']

export interface Outside {
  ids: Ids
}

/** Adds a company that only the head is involved with. */
export async function addOutsideCompany(server: TestServer, { head }: Seeded): Promise<Outside> {
  const company = await made(server, head, createCompany, {
    body: { name: `Company ${outsideMarks.company}`, notes: outsideMarks.company },
  })
  return { ids: { company: company.id } }
}

/** Adds a position of that company. */
export async function addOutsidePosition(
  server: TestServer,
  { head, ids }: Seeded,
  outside: Outside,
): Promise<void> {
  const position = await made(server, head, createPosition, {
    body: {
      name: `Position ${outsideMarks.position}`,
      companyId: outside.ids.company!,
      pipelineId: ids.pipeline!,
      ownerId: head.id,
      hiringManagerId: head.id,
    },
  })
  outside.ids.position = position.id
  await server.db
    .insertInto('agent_positions')
    .values({ workspace_id: head.workspaceId, agent_id: ids.agent!, position_id: position.id })
    .execute()
  for (const status of position.statuses) outside.ids[status.type] = status.id
}

async function made<E extends AnyEndpoint>(
  server: TestServer,
  as: TestUser,
  endpoint: E,
  input: Partial<CallOf<E>>,
): Promise<ResponseOf<E>> {
  const { status, body } = await server.call(endpoint, { as, ...input })
  if (status >= 300) throw new Error(`${endpoint.name} answered ${status}: ${JSON.stringify(body)}`)
  return body as ResponseOf<E>
}

/**
 * Adds people with applications, calls, comments and files on a position that a user must not learn about. They share
 * agent, source and colleagues with what the user may see, so that totals would reveal them.
 */
export async function addOutsidePeople(
  server: TestServer,
  seeded: Seeded,
  outside: Outside,
  untold: TestUser,
): Promise<void> {
  const { head } = seeded
  const { ids } = outside
  const call = <E extends AnyEndpoint>(endpoint: E, input: Partial<CallOf<E>>) =>
    made(server, head, endpoint, input)
  const mark = outsideMarks.people
  const uploaded = await sendFile(server, uploadFile, head, `Résumé ${mark}`, `${mark}.txt`)
  ids.file = ((await uploaded.json()) as { id: string }).id
  const apply = async (name: string, more: { email?: string; phone?: string } = {}) => {
    const candidate = await call(createCandidate, {
      body: { name: `${name} ${mark}`, notes: mark, tags: [mark], resumeFileId: ids.file!, ...more },
    })
    ids[`candidate${name}`] = candidate.id
    return call(createApplication, {
      body: {
        positionId: ids.position!,
        candidateId: candidate.id,
        ownerId: head.id,
        source: `Source ${seeded.mark}`,
      },
    })
  }
  ids.application = (await apply('Zed', { email: outsideContacts[0]!, phone: '312 555 0188' })).id
  ids.candidate = ids.candidateZed!
  await call(updateApplication, { params: { id: ids.application }, body: { tags: [mark] } })
  ids.comment = (
    await call(createComment, { params: { id: ids.application }, body: { body: `Comment ${mark}` } })
  ).id
  ids.fileEntry = (
    await call(attachApplicationFile, { params: { id: ids.application }, body: { fileId: ids.file } })
  ).entryId
  for (const outcome of ['interested', 'callback'] as const)
    ids.call = (
      await call(logCall, {
        body: {
          applicationId: ids.application,
          agentId: seeded.ids.agent!,
          outcome,
          summary: `Summary ${mark}`,
          ...(outcome === 'callback' ? { callbackAt: new Date(Date.now() + 86_400_000).toISOString() } : {}),
        },
      })
    ).id
  const move = (id: string, toStatusId: string) =>
    call(moveApplications, {
      params: { id: ids.position! },
      body: { applicationIds: [id], toStatusId },
    })
  await move((await apply('Hal')).id, ids.hired!)
  ids.submittedApplication = (await apply('Sue')).id
  await move(ids.submittedApplication, ids.submitted!)
  ids.otherStatusApplication = (await apply('Mo')).id
  ids.batch = (await move(ids.otherStatusApplication, ids.contacted!)).batchId!
  ids.deletedApplication = (await apply('Dee')).id
  await call(deleteApplication, { params: { id: ids.deletedApplication } })
  ids.closedApplication = (await apply('Cleo')).id
  await call(closeApplication, {
    params: { id: ids.closedApplication },
    body: { disposition: 'rejected_by_us', reasonId: seeded.ids['reason-us']!, note: mark },
  })
  const twin = await call(createCandidate, {
    body: { name: `Twin ${mark}`, profileUrl: 'https://example.com/zed' },
  })
  ids.merge = (
    await call(mergeCandidates, {
      params: { id: ids.candidate },
      body: { mergedId: twin.id, version: 1, mergedVersion: 1 },
    })
  ).merge.id
  // As if the users had been notified before it left their scope.
  await sql`
    insert into notifications (workspace_id, id, user_id, kind, text, application_id)
    values (${head.workspaceId}, gen_random_uuid(), ${untold.id}, 'mention', ${`Noted ${mark}`}, ${ids.application})
  `.execute(server.db)
}

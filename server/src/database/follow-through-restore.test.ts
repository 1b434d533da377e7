import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApplication, deleteApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { deleteCall, logCall } from '@muster/contract/calls.ts'
import { createCandidate, deleteCandidate, updateCandidate } from '@muster/contract/candidates.ts'
import { createCompany, deleteCompany } from '@muster/contract/companies.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { restoreBackup } from '../backup/restore-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { createLocalFileStorage } from '../files/file-storage.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import {
  createLoader,
  type FollowedList,
  followedLists,
  readWhole,
  storedFields,
} from '../testing/follow-lists.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { newId } from './new-id.ts'

/** Longer runs find rarer interleavings: LOADER_SECONDS=300. */
const seconds = Number(process.env.LOADER_SECONDS ?? 4)
const database = `muster_followed_${process.pid}_${randomBytes(3).toString('hex')}`

/** Owns the database and stays up. The loader and the writers call `node`. */
let base: TestServer
let node: TestServer
let admin: TestUser
let position: TestPosition
let folder: string

async function onAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  base = await startTestServer()
  node = await startTestServer({ connectionString: base.connectionString })
  const { workspaceId } = await base.addWorkspace()
  admin = await base.addUser(workspaceId, 'admin')
  position = await addPosition(base.db, workspaceId)
  folder = await mkdtemp(join(tmpdir(), 'muster-followed-'))
})

afterAll(async () => {
  await node?.stop()
  await base?.stop()
  await onAdmin(`drop database if exists ${database} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

interface Written {
  candidate: string
  company: string
  application?: string
  call?: string
}

describe('a reader that follows changes', () => {
  it(
    'ends with equal rows and knows every deletion, beside two writers, a restart and a restored backup',
    async () => {
      const loader = createLoader(admin, () => node)
      let isOver = false
      let written = 0
      /** Deletions that were sent, and acknowledged, since the copy was complete. */
      const deleted: { name: FollowedList; id: string }[] = []
      let epoch = 0

      /** Calls the node that is up. What fails is not repeated: clients of a restored backup lose rows too. */
      const send = (async (endpoint: Parameters<TestServer['call']>[0], input: object) => {
        const answer = await node.call(endpoint, { as: admin, ...input }).catch(() => null)
        if (!answer) await new Promise((resolve) => setTimeout(resolve, 20))
        if (answer && answer.status < 300) written += 1
        return answer?.status && answer.status < 300 ? (answer.body ?? {}) : null
      }) as (endpoint: unknown, input: object) => Promise<{ id: string } | null>

      const remove = async (endpoint: unknown, name: FollowedList, id: string) => {
        const begun = epoch
        if ((await send(endpoint, { params: { id } })) && begun === epoch) deleted.push({ name, id })
      }

      /** Changes rows in a fixed order, so that each kind of change has its turn. */
      const write = async (writer: number) => {
        const rows: Written[] = []
        for (let n = 0; !isOver; n += 1) {
          const one = rows[(n * 7) % (rows.length || 1)]
          const kind = n % 8
          if (!one || kind === 0) {
            const candidate = await send(createCandidate, { body: { name: `Person ${writer} ${n}` } })
            const company = await send(createCompany, { body: { name: `Company ${writer} ${n}` } })
            if (candidate && company) rows.push({ candidate: candidate.id, company: company.id })
          } else if (kind === 1 && !one.application) {
            const body = { candidateId: one.candidate, positionId: position.id }
            const application = await send(createApplication, { body })
            if (application) one.application = application.id
          } else if (kind === 2 && one.application) {
            const body = { applicationIds: [one.application], toStatusId: position.statuses.contacted! }
            await send(moveApplications, { params: { id: position.id }, body })
          } else if (kind === 3) {
            const body = { email: `p${writer}.${n}@example.com` }
            await send(updateCandidate, { params: { id: one.candidate }, body })
          } else if (kind === 4 && one.application && !one.call) {
            const body = { applicationId: one.application, endReason: 'no_answer' }
            const call = await send(logCall, { body })
            if (call) one.call = call.id
          } else if (kind === 5 && one.call) {
            await remove(deleteCall, 'listCalls', one.call)
            delete one.call
          } else if (kind === 6 && one.application && n % 3 === 0) {
            await remove(deleteApplication, 'listApplications', one.application)
            rows.splice(rows.indexOf(one), 1)
          } else if (kind === 7 && !one.application) {
            await remove(deleteCompany, 'listCompanies', one.company)
            await remove(deleteCandidate, 'listCandidates', one.candidate)
            rows.splice(rows.indexOf(one), 1)
          }
        }
      }
      /** Commits later than others that began after it. */
      const writeSlowly = async () => {
        while (!isOver)
          await node.db
            .transaction()
            .execute(async (tx) => {
              const company = { workspace_id: admin.workspaceId, id: newId(), name: `Slow ${newId()}` }
              await tx.insertInto('companies').values(company).execute()
              await sql`select pg_sleep(0.05)`.execute(tx)
            })
            .catch(() => new Promise((resolve) => setTimeout(resolve, 20)))
      }
      const followFor = async (share: number) => {
        const before = written
        const end = Date.now() + seconds * share * 1000
        while (Date.now() < end || written < before + 40) await loader.follow()
      }

      const writers = [write(1), write(2), writeSlowly()]
      await followFor(0.3)

      const port = Number(new URL(node.url).port)
      await node.stop()
      node = await startTestServer({ connectionString: base.connectionString, port })
      await followFor(0.2)

      const path = join(folder, 'muster.backup')
      await writeBackup({ connectionString: base.connectionString, files: base.services.files, path })
      await followFor(0.2)
      expect(loader.resyncs()).toBe(0)

      const target = new URL(inject('postgresOwner'))
      target.pathname = `/${database}`
      await onAdmin(`create database ${database} owner ${target.username}`)
      await node.stop()
      const files = createLocalFileStorage(join(folder, 'files'))
      await restoreBackup({ connectionString: target.href, files, path })
      node = await startTestServer({ connectionString: target.href, port })
      await loader.follow()
      expect(loader.resyncs()).toBe(followedLists.length)
      // A row that was deleted before the copy was complete need not be reported.
      epoch += 1
      deleted.length = 0
      await followFor(0.3)

      isOver = true
      await Promise.all(writers)
      await loader.follow()
      for (const name of followedLists) {
        const whole = await readWhole(node, name, admin)
        expect([name, whole.size > 0]).toEqual([name, true])
        expect([name, storedFields(loader.rows(name))]).toEqual([name, storedFields(whole)])
        expect([...loader.deleted(name)].filter((id) => whole.has(id))).toEqual([])
      }
      const unreported = deleted.filter(({ name, id }) => !loader.deleted(name).has(id))
      expect(deleted.length).toBeGreaterThan(0)
      expect(unreported).toEqual([])
      expect(loader.resyncs()).toBe(followedLists.length)
    },
    60_000 + seconds * 2000,
  )
})

import { listApplications } from '@muster/contract/applications.ts'
import { listCalls } from '@muster/contract/calls.ts'
import { listCandidates } from '@muster/contract/candidates.ts'
import { listCompanies } from '@muster/contract/companies.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import type { TestServer, TestUser } from './test-server.ts'

const followed = { listCandidates, listApplications, listCompanies, listCalls }

export type FollowedList = keyof typeof followed

export const followedLists = Object.keys(followed) as FollowedList[]

type Row = Record<string, unknown>

interface Copy {
  rows: Map<string, Row>
  /** IDs of rows that left the list. */
  deleted: Set<string>
  since: string | undefined
}

type Query = NonNullable<Parameters<typeof read>[3]>

async function read(
  server: TestServer,
  list: AnyEndpoint,
  as: TestUser,
  query: { limit: number; sort?: 'updatedAt'; updatedSince?: string; cursor?: string },
) {
  return server.call(list as typeof listCandidates, { as, query })
}

/** A client that keeps a copy of lists, as docs/api.md describes. */
export function createLoader(as: TestUser, current: () => TestServer) {
  const copies = new Map<FollowedList, Copy>()
  const forget = (name: FollowedList) =>
    copies.set(name, { rows: new Map(), deleted: new Set(), since: undefined })
  for (const name of followedLists) forget(name)
  let resyncs = 0

  /** Reads what changed. Returns false if everything has to be read again. */
  async function followList(name: FollowedList): Promise<boolean> {
    const copy = copies.get(name)!
    let cursor: string | undefined
    let until: string | undefined
    do {
      const query: Query = { limit: 5, sort: 'updatedAt' }
      if (copy.since) query.updatedSince = copy.since
      if (cursor) query.cursor = cursor
      const { status, body } = await read(current(), followed[name], as, query)
      if (body.code === 'RESYNC_REQUIRED') return false
      if (status !== 200) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`)
      for (const row of body.items) {
        copy.rows.set(row.id, row)
        copy.deleted.delete(row.id)
      }
      for (const { id } of body.deleted ?? []) {
        copy.rows.delete(id)
        copy.deleted.add(id)
      }
      cursor = body.nextCursor ?? undefined
      until = body.updatedUntil
    } while (cursor)
    copy.since = until
    return true
  }

  return {
    async follow() {
      for (const name of followedLists) {
        if (await followList(name)) continue
        resyncs += 1
        forget(name)
        await followList(name)
      }
    },
    rows: (name: FollowedList) => copies.get(name)!.rows,
    deleted: (name: FollowedList) => copies.get(name)!.deleted,
    /** How many lists had to be read again. */
    resyncs: () => resyncs,
  }
}

/** Reads a whole list, as a client without a copy would. */
export async function readWhole(
  server: TestServer,
  name: FollowedList,
  as: TestUser,
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  let cursor: string | undefined
  do {
    const query: Query = { limit: 200 }
    if (cursor) query.cursor = cursor
    const { body } = await read(server, followed[name], as, query)
    for (const row of body.items) rows.set(row.id, row)
    cursor = body.nextCursor ?? undefined
  } while (cursor)
  return rows
}

/** Returns rows by ID, without the counts that are computed when a row is read. */
export function storedFields(rows: Map<string, Row>): Row[] {
  return [...rows.values()]
    .map(({ applicationCount: _, openPositions: __, openApplications: ___, ...rest }) => rest)
    .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
}

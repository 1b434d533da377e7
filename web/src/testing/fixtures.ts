import { listApplications } from '@muster/contract/applications.ts'
import { getBoard } from '@muster/contract/board.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { type ApiRequest, example } from './server.ts'

export type ApplicationRow = ResponseOf<typeof listApplications>['items'][number]
type Board = ResponseOf<typeof getBoard>

/** Returns the nth id of a test. */
export function id(n: number): string {
  return `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
}

/** Returns applications of these people, in one status of a position. */
export function applicationsOf(...names: string[]): ApplicationRow[] {
  const [row] = example(listApplications).items
  if (!row) throw new Error('The example of a list has no row')
  return names.map((name, n) => ({
    ...row,
    id: id(100 + n),
    candidate: { ...row.candidate, id: id(200 + n), name },
  }))
}

/** Returns a response of `listApplications` from rows that the test may change. */
export function listFrom(rows: () => readonly ApplicationRow[]) {
  return ({ query }: ApiRequest<typeof listApplications>): ResponseOf<typeof listApplications> => {
    const asked = query.applicationId === undefined ? null : new Set([query.applicationId].flat())
    const items = rows().filter((row) => asked === null || asked.has(row.id))
    const limit = Number(query.limit ?? 50)
    return {
      items: items.slice(0, limit),
      nextCursor: null,
      total: { value: rows().length, atLeast: false },
    }
  }
}

/** Returns a position's board with the columns Lead and Contacted and these people. */
export function boardOf(lead: readonly string[], contacted: readonly string[]): Board {
  const board = example(getBoard)
  const [column] = board.columns
  if (!column) throw new Error('The example of a board has no column')
  const all = applicationsOf(...lead, ...contacted)
  const columnOf = (n: number, type: 'lead' | 'contacted', name: string, rows: ApplicationRow[]) => {
    const status = { ...column, id: id(n), name, type, color: column.color, slaDays: null }
    return {
      ...status,
      total: { value: rows.length, atLeast: false },
      late: { value: 0, atLeast: false },
      cards: rows.map((row, index) => ({
        ...row,
        rank: `a${index}`,
        status: { id: status.id, name, type, color: column.color, slaDays: null },
      })),
    }
  }
  return {
    ...board,
    kind: 'position',
    columns: [
      columnOf(11, 'lead', 'Lead', all.slice(0, lead.length)),
      columnOf(12, 'contacted', 'Contacted', all.slice(lead.length)),
    ],
  }
}

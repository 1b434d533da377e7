import type { selectApplications } from '@muster/contract/application-selection.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { Subject } from '../act-on-applications.ts'
import type { ApplicationRow } from '../queries.ts'

type Ability = keyof ApplicationRow['can']

/** The target of an action: some rows, or everything that matches a filter, most of which is not loaded. */
export interface Selected {
  subjects: readonly Subject[]
  /** For each action, how many of them allow it. */
  able: Record<Ability, number>
  closed: number
  /** The positions and statuses from which the move menu derives its choices. */
  origins: readonly Pick<ApplicationRow, 'position' | 'status'>[]
  /** The tags of the loaded rows, which can be removed. */
  tags: readonly string[]
  /** The ids in the list's order, for the export. */
  ids: readonly string[]
}

const abilities = [
  'edit',
  'move',
  'close',
  'reopen',
  'comment',
  'call',
  'setCallback',
  'delete',
  'restore',
] as const

function tagsOf(rows: readonly ApplicationRow[]): string[] {
  return [...new Set(rows.flatMap(({ tags }) => tags))].sort()
}

function ableOf(rows: readonly ApplicationRow[]): Record<Ability, number> {
  return Object.fromEntries(
    abilities.map((ability) => [ability, rows.filter(({ can }) => can[ability]).length]),
  ) as Record<Ability, number>
}

export function selectedRows(rows: readonly ApplicationRow[]): Selected {
  return {
    subjects: rows,
    able: ableOf(rows),
    closed: rows.filter(({ closedAt }) => closedAt).length,
    origins: rows,
    tags: tagsOf(rows),
    ids: rows.map(({ id }) => id),
  }
}

/** Returns everything that matches on the server, except rows that were deselected since. */
export function selectedMatches(
  answer: ResponseOf<typeof selectApplications>,
  ticked: ReadonlySet<string>,
  rows: readonly ApplicationRow[],
): Selected {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ids = answer.applicationIds.filter((id) => ticked.has(id))
  const left = answer.applicationIds.flatMap((id) => (ticked.has(id) ? [] : (byId.get(id) ?? [])))
  const leftAble = ableOf(left)
  const [one, ...others] = answer.positionIds
  const known = rows.find(({ position }) => position.id === one)
  const place = (id: string) => ({
    position: { id, name: known?.position.name ?? '' },
    status: { id: '', name: '', type: 'lead' as const, color: '', slaDays: null },
  })
  return {
    subjects: ids.map((id) => byId.get(id) ?? { id, candidate: { name: '' } }),
    able: Object.fromEntries(
      abilities.map((ability) => [ability, (answer.able[ability] ?? 0) - leftAble[ability]]),
    ) as Record<Ability, number>,
    closed: answer.closed - left.filter(({ closedAt }) => closedAt).length,
    origins: [one, others[0]].flatMap((id) => (id ? place(id) : [])),
    tags: tagsOf(rows.filter(({ id }) => ticked.has(id))),
    ids,
  }
}

import type { StatusType } from '@muster/contract/status-types.ts'
import type { BoardSearch } from '../../board/board-search.ts'
import type { CandidatesSearch } from '../../candidates/routes.ts'
import type { ApplicationsSearch } from '../filters/applications-search.ts'

/** Where a list or a column is. */
type Place =
  | { kind: 'applications'; search: ApplicationsSearch }
  | { kind: 'candidates'; search: CandidatesSearch }
  | { kind: 'board'; boardId: string; column: string; type: StatusType; search: BoardSearch }

/** The list or column a record was opened from, for its next and previous buttons and the way back. */
interface Origin {
  place: Place
  /** Of the applications or, from the list of candidates, the candidates. */
  ids: string[]
  total: { value: number; atLeast: boolean }
}

const key = 'record_origin'

/** Stores where a record is opened from. It lasts as long as the tab. */
export function storeOrigin(origin: Origin): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(origin))
  } catch {
    // Storage is full or disabled: the record then has no next and previous.
    sessionStorage.removeItem(key)
  }
}

let parsed: { text: string; origin: Origin | null } | undefined

/** Parses the stored origin only when it changed: it may hold thousands of ids. */
function readOrigin(): Origin | null {
  try {
    const text = sessionStorage.getItem(key) ?? 'null'
    if (parsed?.text !== text) parsed = { text, origin: JSON.parse(text) }
    return parsed.origin
  } catch {
    return null
  }
}

export interface Neighbours {
  place: Place
  previousId: string | null
  nextId: string | null
  /** 1 for the first. */
  number: number
  total: Origin['total']
}

/** Finds a record in the list or column it was opened from. Returns null if it was not opened from any. */
export function neighboursOf(id: string): Neighbours | null {
  const origin = readOrigin()
  const index = origin?.ids.indexOf(id) ?? -1
  if (!origin || index === -1) return null
  return {
    place: origin.place,
    previousId: origin.ids[index - 1] ?? null,
    nextId: origin.ids[index + 1] ?? null,
    number: index + 1,
    total: origin.total,
  }
}

/** Shows another application of the same person in place of the one that was opened. */
export function replaceInOrigin(id: string, by: string): void {
  const origin = readOrigin()
  if (origin) storeOrigin({ ...origin, ids: origin.ids.map((each) => (each === id ? by : each)) })
}

import { readUser } from '../session/stored-session.ts'

/** The path prefixes of pages that show a single item. */
export const visitKinds = ['applications', 'candidates', 'positions', 'companies', 'board'] as const

export type VisitKind = (typeof visitKinds)[number]

/** A recently viewed item. */
export interface Visit {
  kind: VisitKind
  id: string
  title: string
}

interface Kept {
  userId: string
  visits: Visit[]
}

const key = 'recent'
const most = 8
const visitPath = new RegExp(`^/(${visitKinds.join('|')})/([0-9a-f-]{36})/?$`)

/** Returns what the user viewed on this device, latest first. */
export function recentVisits(): Visit[] {
  try {
    const kept: Kept | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept && kept.userId === readUser()?.id ? kept.visits : []
  } catch {
    return []
  }
}

/** Records a path that shows a single item as the latest visit. */
export function storeVisit(path: string, title: string) {
  const [, kind, id] = visitPath.exec(path) ?? []
  const userId = readUser()?.id
  if (!kind || !id || !userId) return
  const others = recentVisits().filter((visit) => visit.kind !== kind || visit.id !== id)
  const visits = [{ kind: kind as VisitKind, id, title }, ...others].slice(0, most)
  localStorage.setItem(key, JSON.stringify({ userId, visits } satisfies Kept))
}

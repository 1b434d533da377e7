import { onSessionChange, readTokens, readUser } from '../session/stored-session.ts'

/** The screens of one thing each, as their paths begin. */
export const visitKinds = ['applications', 'candidates', 'positions', 'companies', 'board'] as const

export type VisitKind = (typeof visitKinds)[number]

/** Something one has looked at. */
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

/** What the signed-in person has looked at on this device, the latest first. */
export function recentVisits(): Visit[] {
  try {
    const kept: Kept | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept && kept.userId === readUser()?.id ? kept.visits : []
  } catch {
    return []
  }
}

/** Keeps what a path shows, if it is of one thing, as the latest looked at. */
export function rememberVisit(path: string, title: string) {
  const [, kind, id] = visitPath.exec(path) ?? []
  const userId = readUser()?.id
  if (!kind || !id || !userId) return
  const others = recentVisits().filter((visit) => visit.kind !== kind || visit.id !== id)
  const visits = [{ kind: kind as VisitKind, id, title }, ...others].slice(0, most)
  localStorage.setItem(key, JSON.stringify({ userId, visits } satisfies Kept))
}

// Names of people do not stay on the device after signing out.
onSessionChange(() => {
  if (!readTokens().accessToken) localStorage.removeItem(key)
})

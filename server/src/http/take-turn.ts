import { inThisLanguage } from '#texts'
import type { AppError } from './app-error.ts'

/** Gives a turn back; it may be called again. */
export type EndTurn = () => void

interface Limits {
  atOnce: number
  /** Fewer than at once, so that no workspace holds all turns. */
  ofWorkspace: number
  inLine: number
  /** Of those in line, for one workspace; half of them when left out. */
  ofWorkspaceInLine?: number
  waitMs: number
  /** The refusal when the line is too long, or the wait; `isOwn` when the workspace's own requests are the cause. */
  refusal(isOwn: boolean): AppError
}

interface Waiting {
  workspaceId: string
  start(): void
}

/** Workspaces whose last turn is stored. */
const mostStored = 1_000

/**
 * Lets so many go at once, and of them so many of one workspace; some more wait in line, for a while or until they give
 * up. The workspace with the fewest under way comes first, among equals the one whose last turn began longest ago: so
 * each workspace gets its share however many requests another one has in line.
 * @throws what `refusal` makes
 */
export function createTurns({ atOnce, ofWorkspace, inLine, ofWorkspaceInLine, waitMs, refusal }: Limits) {
  const underWay: string[] = []
  const line: Waiting[] = []
  /** Workspace → number of its last turn, the oldest first. */
  const lastTurns = new Map<string, number>()
  let turns = 0
  const countOf = (workspaceId: string, all: readonly string[]) =>
    all.filter((one) => one === workspaceId).length

  const mayBegin = (workspaceId: string) =>
    underWay.length < atOnce && countOf(workspaceId, underWay) < ofWorkspace

  function comesBefore(one: Waiting, other: Waiting): boolean {
    const fewer = countOf(one.workspaceId, underWay) - countOf(other.workspaceId, underWay)
    return fewer !== 0
      ? fewer < 0
      : (lastTurns.get(one.workspaceId) ?? 0) < (lastTurns.get(other.workspaceId) ?? 0)
  }

  function next(): void {
    let first: Waiting | null = null
    for (const one of line) if (mayBegin(one.workspaceId) && (!first || comesBefore(one, first))) first = one
    if (!first) return
    line.splice(line.indexOf(first), 1)
    first.start()
  }

  function noteTurn(workspaceId: string): void {
    turns += 1
    lastTurns.delete(workspaceId)
    lastTurns.set(workspaceId, turns)
    if (lastTurns.size > mostStored) lastTurns.delete(lastTurns.keys().next().value!)
  }

  function begin(workspaceId: string): EndTurn {
    underWay.push(workspaceId)
    noteTurn(workspaceId)
    let over = false
    return () => {
      if (over) return
      over = true
      underWay.splice(underWay.indexOf(workspaceId), 1)
      next()
    }
  }

  async function wait(workspaceId: string, gone?: AbortSignal): Promise<EndTurn> {
    const ofIts = countOf(
      workspaceId,
      line.map((one) => one.workspaceId),
    )
    if (ofIts >= (ofWorkspaceInLine ?? Math.ceil(inLine / 2))) throw refusal(true)
    if (line.length >= inLine) throw refusal(false)
    const { promise, resolve, reject } = Promise.withResolvers<EndTurn>()
    const waiting = { workspaceId, start: () => resolve(begin(workspaceId)) }
    const leave = inThisLanguage(() => {
      const place = line.indexOf(waiting)
      if (place >= 0) line.splice(place, 1)
      reject(refusal(countOf(workspaceId, underWay) >= ofWorkspace))
    })
    const tooLong = setTimeout(leave, waitMs)
    gone?.addEventListener('abort', leave)
    line.push(waiting)
    try {
      return await promise
    } finally {
      clearTimeout(tooLong)
      gone?.removeEventListener('abort', leave)
    }
  }

  return async (workspaceId: string, gone?: AbortSignal): Promise<EndTurn> =>
    mayBegin(workspaceId) ? begin(workspaceId) : wait(workspaceId, gone)
}

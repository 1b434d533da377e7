import { inThisLanguage } from '#texts'
import type { AppError } from './app-error.ts'

/** Gives a turn back; it may be called again. */
export type EndTurn = () => void

interface Limits {
  atOnce: number
  /** Fewer than at once, so that there is always one for another workspace. */
  ofWorkspace: number
  /** Half of them at most for one workspace. */
  inLine: number
  waitMs: number
  /** What to say when the line is too long, or the wait. */
  refusal(): AppError
}

interface Waiting {
  workspaceId: string
  start(): void
}

/**
 * Lets so many go at once, and of them so many of one workspace; some more wait in line, for a while or until they give
 * up. Of those the workspace with the fewest under way comes first.
 * @throws what `refusal` makes
 */
export function createTurns({ atOnce, ofWorkspace, inLine, waitMs, refusal }: Limits) {
  const underWay: string[] = []
  const line: Waiting[] = []
  const countOf = (workspaceId: string, all: readonly string[]) =>
    all.filter((one) => one === workspaceId).length

  const mayBegin = (workspaceId: string) =>
    underWay.length < atOnce && countOf(workspaceId, underWay) < ofWorkspace

  function next(): void {
    let first: Waiting | null = null
    for (const one of line) {
      if (!mayBegin(one.workspaceId)) continue
      if (!first || countOf(one.workspaceId, underWay) < countOf(first.workspaceId, underWay)) first = one
    }
    if (!first) return
    line.splice(line.indexOf(first), 1)
    first.start()
  }

  function begin(workspaceId: string): EndTurn {
    underWay.push(workspaceId)
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
    if (line.length >= inLine || ofIts >= Math.ceil(inLine / 2)) throw refusal()
    const { promise, resolve, reject } = Promise.withResolvers<EndTurn>()
    const waiting = { workspaceId, start: () => resolve(begin(workspaceId)) }
    const leave = inThisLanguage(() => {
      const place = line.indexOf(waiting)
      if (place >= 0) line.splice(place, 1)
      reject(refusal())
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

import { inThisLanguage, t } from '#texts'
import { AppError } from '../http/app-error.ts'

/** Gives a turn back; it may be called again. */
export type EndTurn = () => void

/**
 * Lets so many go at once; some more wait in line, for a while or until they give up.
 * @throws UNAVAILABLE when the line is too long, or the wait
 */
export function createTurns({ atOnce, inLine, waitMs }: { atOnce: number; inLine: number; waitMs: number }) {
  let underWay = 0
  const line: (() => void)[] = []

  function begin(): EndTurn {
    let over = false
    return () => {
      if (over) return
      over = true
      const next = line.shift()
      if (next) next()
      else underWay -= 1
    }
  }

  function refusal(): AppError {
    return new AppError('UNAVAILABLE', t`Other exports are under way. Try again in a moment.`, {
      retryAfterSeconds: 10,
    })
  }

  async function wait(gone: AbortSignal): Promise<void> {
    if (line.length >= inLine) throw refusal()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const start = () => resolve()
    const leave = inThisLanguage(() => {
      const place = line.indexOf(start)
      if (place >= 0) line.splice(place, 1)
      reject(refusal())
    })
    const tooLong = setTimeout(leave, waitMs)
    gone.addEventListener('abort', leave)
    line.push(start)
    try {
      await promise
    } finally {
      clearTimeout(tooLong)
      gone.removeEventListener('abort', leave)
    }
  }

  return async (gone: AbortSignal): Promise<EndTurn> => {
    if (underWay < atOnce) underWay += 1
    else await wait(gone)
    return begin()
  }
}

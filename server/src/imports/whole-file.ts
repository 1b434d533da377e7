import { availableParallelism } from 'node:os'
import { t } from '#texts'
import { asHeavy } from '../database/asker.ts'
import { AppError } from '../http/app-error.ts'
import { createTurns } from '../http/take-turn.ts'

const refusal = () =>
  new AppError('UNAVAILABLE', t`Other files are being read. Try again in a moment.`, {
    retryAfterSeconds: 10,
  })

/**
 * A file that is read to its end keeps a core busy for seconds: in a thread of its own, beside which one core is left
 * for requests where there are three. One turn at least is always another workspace's.
 */
const atOnce = Math.min(4, Math.max(2, availableParallelism() - 1))
const takeFile = createTurns({
  atOnce,
  ofWorkspace: atOnce - 1,
  inLine: 200,
  ofWorkspaceInLine: 20,
  // The file is there already, and a silent line lasts for five minutes.
  waitMs: 4 * 60_000,
  refusal,
})
/** A look goes on for minutes, so it takes a turn for some hundred rows at a time. */
const takeRows = createTurns({ atOnce: 3, ofWorkspace: 2, inLine: 200, waitMs: 10 * 60_000, refusal })

/**
 * Goes through a whole file when it is the workspace's turn. What it asks the database is heavy.
 * @throws UNAVAILABLE while too many others are at it
 */
export async function readWholeFile<Result>(
  workspaceId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const endTurn = await takeFile(workspaceId)
  try {
    return await asHeavy(work)
  } finally {
    endTurn()
  }
}

/** The same rows, each few when it is the workspace's turn. What they ask the database is heavy. */
export async function* readByTurns<Rows>(
  workspaceId: string,
  rows: AsyncGenerator<Rows>,
): AsyncGenerator<Rows> {
  try {
    for (;;) {
      const endTurn = await takeRows(workspaceId)
      const { value, done } = await asHeavy(() => rows.next()).finally(endTurn)
      if (done) return
      yield value
    }
  } finally {
    await rows.return(undefined)
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom the database is asked, by which its connections are dealt out. */
export interface Asker {
  workspaceId: string
  userId: string
  /** Reads much. */
  isHeavy: boolean
}

const askers = new AsyncLocalStorage<Asker>()

/** Runs a function of which every question to the database is the asker's. */
export function asAsker<Result>(asker: Asker, run: () => Result): Result {
  return askers.run(asker, run)
}

/** As `asAsker`, by the same asker, for a part of a call that reads much: few of a workspace's are at it at once. */
export function asHeavy<Result>(run: () => Result): Result {
  const asker = askers.getStore()
  return asker ? askers.run({ ...asker, isHeavy: true }, run) : run()
}

export function currentAsker(): Asker | undefined {
  return askers.getStore()
}

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

export function currentAsker(): Asker | undefined {
  return askers.getStore()
}

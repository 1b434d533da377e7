import { AsyncLocalStorage } from 'node:async_hooks'

/** The user on whose behalf statements run; the connection queue shares the pool among requesters. */
export interface Requester {
  workspaceId: string
  userId: string
  /** The call reads many rows. */
  isHeavy: boolean
}

const requesters = new AsyncLocalStorage<Requester>()

/** Runs a function whose statements all count towards `requester`. */
export function runAs<Result>(requester: Requester, run: () => Result): Result {
  return requesters.run(requester, run)
}

/** Runs the heavy part of a call as the same requester: few heavy calls of one workspace run at once. */
export function runAsHeavy<Result>(run: () => Result): Result {
  const requester = requesters.getStore()
  return requester ? requesters.run({ ...requester, isHeavy: true }, run) : run()
}

export function currentRequester(): Requester | undefined {
  return requesters.getStore()
}

import { inCurrentLanguage } from '#texts'
import type { AppError } from '../app-error.ts'

/** Frees a slot. Calling it again does nothing. */
export type Release = () => void

interface Limits {
  maxConcurrent: number
  /** Less than `maxConcurrent`, so that no workspace holds every slot. */
  maxPerWorkspace: number
  maxQueued: number
  /** Defaults to half of `maxQueued`. */
  maxQueuedPerWorkspace?: number
  maxWaitMs: number
  /** Makes the error when the queue or the wait is too long; `isOwn` when the workspace's own requests are the cause. */
  refusal(isOwn: boolean): AppError
}

interface Waiter {
  workspaceId: string
  start(): void
}

/** For how many workspaces the last start is stored. */
const maxStarts = 1_000

/**
 * Returns a function that waits for a slot and resolves with its `Release`. At most `maxConcurrent` slots are taken at
 * once, at most `maxPerWorkspace` of them by one workspace. The rest queue until `maxWaitMs` has passed or their signal
 * aborts. The workspace with the fewest slots goes first, then the one whose last start is longest ago, so a long queue
 * of one workspace does not delay the others.
 * @throws what `refusal` makes
 */
export function createConcurrencyLimit(limits: Limits) {
  const { maxConcurrent, maxPerWorkspace, maxQueued, maxWaitMs, refusal } = limits
  const { maxQueuedPerWorkspace = Math.ceil(maxQueued / 2) } = limits
  /** One workspace id per taken slot. */
  const running: string[] = []
  const queue: Waiter[] = []
  /** Workspace → number of its last start, the oldest first. */
  const lastStarts = new Map<string, number>()
  let starts = 0
  const countOf = (workspaceId: string, all: readonly string[]) =>
    all.filter((one) => one === workspaceId).length

  const mayStart = (workspaceId: string) =>
    running.length < maxConcurrent && countOf(workspaceId, running) < maxPerWorkspace

  function comesBefore(one: Waiter, other: Waiter): boolean {
    const fewer = countOf(one.workspaceId, running) - countOf(other.workspaceId, running)
    return fewer !== 0
      ? fewer < 0
      : (lastStarts.get(one.workspaceId) ?? 0) < (lastStarts.get(other.workspaceId) ?? 0)
  }

  function startNext(): void {
    let first: Waiter | null = null
    for (const one of queue) if (mayStart(one.workspaceId) && (!first || comesBefore(one, first))) first = one
    if (!first) return
    queue.splice(queue.indexOf(first), 1)
    first.start()
  }

  function noteStart(workspaceId: string): void {
    starts += 1
    lastStarts.delete(workspaceId)
    lastStarts.set(workspaceId, starts)
    if (lastStarts.size > maxStarts) lastStarts.delete(lastStarts.keys().next().value!)
  }

  function start(workspaceId: string): Release {
    running.push(workspaceId)
    noteStart(workspaceId)
    let released = false
    return () => {
      if (released) return
      released = true
      running.splice(running.indexOf(workspaceId), 1)
      startNext()
    }
  }

  async function wait(workspaceId: string, signal?: AbortSignal): Promise<Release> {
    const queuedOfWorkspace = queue.filter((one) => one.workspaceId === workspaceId).length
    if (queuedOfWorkspace >= maxQueuedPerWorkspace) throw refusal(true)
    if (queue.length >= maxQueued) throw refusal(false)
    const { promise, resolve, reject } = Promise.withResolvers<Release>()
    const waiter = { workspaceId, start: () => resolve(start(workspaceId)) }
    const giveUp = inCurrentLanguage(() => {
      const index = queue.indexOf(waiter)
      if (index >= 0) queue.splice(index, 1)
      reject(refusal(countOf(workspaceId, running) >= maxPerWorkspace))
    })
    const timer = setTimeout(giveUp, maxWaitMs)
    signal?.addEventListener('abort', giveUp)
    queue.push(waiter)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }

  return async (workspaceId: string, signal?: AbortSignal): Promise<Release> =>
    mayStart(workspaceId) ? start(workspaceId) : wait(workspaceId, signal)
}

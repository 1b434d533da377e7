import type { Requester } from './requester.ts'

interface Waiter {
  requester: Requester
  start(): void
}

/** More requests wait for a connection than can be served in time. */
export class TooManyWaiting extends Error {}

export interface ConnectionQueue {
  /**
   * Waits for a slot of the pool and returns the function that releases it.
   * @throws TooManyWaiting when the queue or the wait is too long
   */
  acquire(requester: Requester): Promise<() => void>
}

/** The rest of the pool serves sign-ins and the node's own work. */
const shareOfPool = 0.8
const shareOfWorkspace = 0.75
const shareOfUser = 0.5
/** For all reports and other heavy calls of one workspace. */
const shareOfHeavy = 0.25
const queuedPerSlot = 50
const maxWaitMs = 10_000

/** Counts by name; names at zero are dropped. */
class Counts {
  readonly #counts = new Map<string, number>()
  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }
  add(name: string, by: 1 | -1): void {
    const count = this.of(name) + by
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
  }
}

const userOf = ({ workspaceId, userId }: Requester) => `${workspaceId} ${userId}`
const heavyOf = ({ workspaceId }: Requester) => `${workspaceId} heavy`

/**
 * Shares a pool's connections fairly. The workspace whose last turn is longest ago goes first. Within it, calls that
 * have started go before those that have not, the earliest first; otherwise a call of many statements would queue behind
 * new calls for each statement and time out halfway. Among calls that have not started, the user whose last turn is
 * longest ago goes first. No workspace or user can hold all slots, and a workspace's heavy calls get few, so that one
 * user's report does not hold up the others' boards.
 */
export function createConnectionQueue(poolSize: number): ConnectionQueue {
  const part = (of: number, share: number) => Math.max(1, Math.round(of * share))
  const slots = part(poolSize, shareOfPool)
  const maxPerWorkspace = part(slots, shareOfWorkspace)
  const maxPerUser = part(slots, shareOfUser)
  const maxHeavy = part(slots, shareOfHeavy)
  const maxQueued = slots * queuedPerSlot
  const maxQueuedPerUser = maxQueued / 2

  let taken = 0
  const takenBy = new Counts()
  const queue = new Set<Waiter>()
  const queuedBy = new Counts()
  /** Workspace or user → number of its last turn. */
  const turns = new Map<string, number>()
  let turn = 0
  /** Turn in which a call got its first connection. */
  const startedAt = new WeakMap<Requester, number>()

  function mayStart(requester: Requester): boolean {
    return (
      taken < slots &&
      takenBy.of(requester.workspaceId) < maxPerWorkspace &&
      takenBy.of(userOf(requester)) < maxPerUser &&
      (!requester.isHeavy || takenBy.of(heavyOf(requester)) < maxHeavy)
    )
  }

  function count(requester: Requester, by: 1 | -1): void {
    taken += by
    takenBy.add(requester.workspaceId, by)
    takenBy.add(userOf(requester), by)
    if (requester.isHeavy) takenBy.add(heavyOf(requester), by)
  }

  function start(requester: Requester): () => void {
    count(requester, 1)
    turn += 1
    turns.set(requester.workspaceId, turn)
    turns.set(userOf(requester), turn)
    if (!startedAt.has(requester)) startedAt.set(requester, turn)
    let released = false
    return () => {
      if (released) return
      released = true
      count(requester, -1)
      startNext()
    }
  }

  const lastTurn = (name: string) => turns.get(name) ?? 0

  /** Returns less than zero when `one` goes before `other`. */
  function compare(one: Requester, other: Requester): number {
    const workspaces = lastTurn(one.workspaceId) - lastTurn(other.workspaceId)
    if (workspaces !== 0) return workspaces
    const [started, otherStarted] = [startedAt.get(one) ?? Infinity, startedAt.get(other) ?? Infinity]
    if (started !== otherStarted) return started - otherStarted
    return lastTurn(userOf(one)) - lastTurn(userOf(other))
  }

  function startNext(): void {
    let first: Waiter | null = null
    for (const one of queue)
      if (mayStart(one.requester) && (!first || compare(one.requester, first.requester) < 0)) first = one
    if (first) first.start()
    // With an empty queue the order of past turns no longer matters.
    else if (queue.size === 0) turns.clear()
  }

  return {
    async acquire(requester) {
      if (mayStart(requester)) return start(requester)
      if (queue.size >= maxQueued || queuedBy.of(userOf(requester)) >= maxQueuedPerUser)
        throw new TooManyWaiting('too many wait for a connection')
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const leave = () => {
        clearTimeout(timer)
        queue.delete(waiter)
        queuedBy.add(userOf(requester), -1)
      }
      const waiter: Waiter = {
        requester,
        start() {
          leave()
          resolve(start(requester))
        },
      }
      const timer = setTimeout(() => {
        leave()
        reject(new TooManyWaiting('waited too long for a connection'))
      }, maxWaitMs)
      queue.add(waiter)
      queuedBy.add(userOf(requester), 1)
      return promise
    },
  }
}

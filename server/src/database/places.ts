import type { Asker } from './asker.ts'

interface Waiter {
  asker: Asker
  begin(): void
}

/** More wait than can be served in time. */
export class TooManyWaiting extends Error {}

export interface Places {
  /**
   * Resolves when it is the asker's turn; call what it answers when the place is free again.
   * @throws TooManyWaiting, also when it does not come to the asker in time
   */
  take(asker: Asker): Promise<() => void>
}

/** The rest of the pool is for who signs in, and for what the node itself has to do. */
const partOfPool = 0.8
const partOfWorkspace = 0.75
const partOfPerson = 0.5
/** For one workspace's reports and the like together. */
const partOfHeavy = 0.25
const waitingForEach = 50
const longestWaitMs = 10_000

/** Counts by name; what is at nothing is forgotten. */
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

const personOf = ({ workspaceId, userId }: Asker) => `${workspaceId} ${userId}`

/**
 * Deals out the connections of a pool by turns: the workspace whose turn is longest ago comes first, in it the call that
 * began first, and of those that have not begun the person whose turn is longest ago. A call of many statements that
 * stood in line behind new ones for each would be given up halfway when many come, and all it did be in vain. Nobody
 * gets all of them, however many calls they send, and heavy calls of a workspace get few, so that what one is at does
 * not hold up the others' boards.
 */
export function createPlaces(poolSize: number): Places {
  const part = (of: number, share: number) => Math.max(1, Math.round(of * share))
  const places = part(poolSize, partOfPool)
  const mostOfWorkspace = part(places, partOfWorkspace)
  const mostOfPerson = part(places, partOfPerson)
  const mostHeavy = part(places, partOfHeavy)
  const mostWaiting = places * waitingForEach
  const mostWaitingOfPerson = mostWaiting / 2

  let taken = 0
  const takenBy = new Counts()
  const waiting = new Set<Waiter>()
  const waitingFor = new Counts()
  /** When it was whose turn last, as a count. */
  const turns = new Map<string, number>()
  let turn = 0
  /** When a call got its first connection. */
  const begunAt = new WeakMap<Asker, number>()

  const heavyOf = ({ workspaceId }: Asker) => `${workspaceId} heavy`

  function mayBegin(asker: Asker): boolean {
    return (
      taken < places &&
      takenBy.of(asker.workspaceId) < mostOfWorkspace &&
      takenBy.of(personOf(asker)) < mostOfPerson &&
      (!asker.isHeavy || takenBy.of(heavyOf(asker)) < mostHeavy)
    )
  }

  function count(asker: Asker, by: 1 | -1): void {
    taken += by
    takenBy.add(asker.workspaceId, by)
    takenBy.add(personOf(asker), by)
    if (asker.isHeavy) takenBy.add(heavyOf(asker), by)
  }

  function begin(asker: Asker): () => void {
    count(asker, 1)
    turn += 1
    turns.set(asker.workspaceId, turn)
    turns.set(personOf(asker), turn)
    if (!begunAt.has(asker)) begunAt.set(asker, turn)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      count(asker, -1)
      next()
    }
  }

  const lastTurn = (name: string) => turns.get(name) ?? 0

  /** Below zero when it is the turn of the one before that of the other. */
  function compare(one: Asker, other: Asker): number {
    const workspaces = lastTurn(one.workspaceId) - lastTurn(other.workspaceId)
    if (workspaces !== 0) return workspaces
    const [began, otherBegan] = [begunAt.get(one) ?? Infinity, begunAt.get(other) ?? Infinity]
    if (began !== otherBegan) return began - otherBegan
    return lastTurn(personOf(one)) - lastTurn(personOf(other))
  }

  function next(): void {
    let first: Waiter | null = null
    for (const one of waiting)
      if (mayBegin(one.asker) && (!first || compare(one.asker, first.asker) < 0)) first = one
    if (first) first.begin()
    // Nobody waits: whose turn it was does not matter any more.
    else if (waiting.size === 0) turns.clear()
  }

  return {
    async take(asker) {
      if (mayBegin(asker)) return begin(asker)
      if (waiting.size >= mostWaiting || waitingFor.of(personOf(asker)) >= mostWaitingOfPerson)
        throw new TooManyWaiting('too many wait for a connection')
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const leave = () => {
        clearTimeout(timer)
        waiting.delete(waiter)
        waitingFor.add(personOf(asker), -1)
      }
      const waiter: Waiter = {
        asker,
        begin() {
          leave()
          resolve(begin(asker))
        },
      }
      const timer = setTimeout(() => {
        leave()
        reject(new TooManyWaiting('waited too long for a connection'))
      }, longestWaitMs)
      waiting.add(waiter)
      waitingFor.add(personOf(asker), 1)
      return promise
    },
  }
}

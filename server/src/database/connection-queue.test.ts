import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConnectionQueue, createConnectionQueue, TooManyWaiting } from './connection-queue.ts'

const loud = (userId = 'one') => ({ workspaceId: 'loud', userId })
const quiet = { workspaceId: 'quiet', userId: 'other' }

/** Records by name which calls started and which were refused. */
function follow(queue: ConnectionQueue) {
  const started: string[] = []
  const refused: unknown[] = []
  const releases = new Map<string, () => void>()
  return {
    started,
    refused,
    call(name: string, requester: { workspaceId: string; userId: string }, isHeavy = false) {
      queue.acquire({ ...requester, isHeavy }).then(
        (release) => {
          started.push(name)
          releases.set(name, release)
        },
        (error) => refused.push(error),
      )
    },
    async release(name: string) {
      releases.get(name)!()
      await settle()
    },
  }
}

const settle = async () => {
  for (let n = 0; n < 5; n += 1) await Promise.resolve()
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('createConnectionQueue', () => {
  // A pool of 10 has 8 slots: 6 for one workspace, 4 for one user, 2 for a workspace's heavy calls.
  it('leaves slots to others, however many calls one user or workspace makes', async () => {
    const { call, started } = follow(createConnectionQueue(10))
    for (let n = 0; n < 20; n += 1) call('one', loud('one'))
    await settle()
    expect(started).toHaveLength(4)
    for (let n = 0; n < 20; n += 1) call('two', loud('two'))
    await settle()
    expect(started).toHaveLength(6)
    for (let n = 0; n < 20; n += 1) call('quiet', quiet)
    await settle()
    expect(started.filter((name) => name === 'quiet')).toHaveLength(2)
  })

  it('starts calls of workspaces and their users in turn, not in order of arrival', async () => {
    const { call, started, release } = follow(createConnectionQueue(1))
    call('first', loud())
    await settle()
    call('second', loud())
    call('third', loud())
    call('colleague', loud('two'))
    call('quiet', quiet)
    for (const name of ['first', 'quiet', 'colleague', 'second']) await release(name)
    expect(started).toEqual(['first', 'quiet', 'colleague', 'second', 'third'])
  })

  it('continues started calls before new ones, the earliest first', async () => {
    const queue = createConnectionQueue(1)
    const { call, started, release } = follow(queue)
    const [first, second] = ['first', 'second'].map(() => ({ ...loud(), isHeavy: false }))
    const endFirst = await queue.acquire(first!)
    const secondBegins = queue.acquire(second!)
    endFirst()
    const endSecond = await secondBegins
    call('colleague', loud('two'))
    const goOn = [second!, first!].map((requester) => queue.acquire(requester))
    goOn[0]!.then(() => started.push('second goes on'))
    goOn[1]!.then(() => started.push('first goes on'))
    endSecond()
    ;(await goOn[1]!)()
    ;(await goOn[0]!)()
    await settle()
    await release('colleague')
    expect(started).toEqual(['first goes on', 'second goes on', 'colleague'])
  })

  it("limits a workspace's heavy calls and lets light ones pass them", async () => {
    const { call, started, release } = follow(createConnectionQueue(10))
    for (const name of ['a', 'b', 'c']) call(name, loud(name), true)
    call('board', loud('d'))
    call('other', quiet, true)
    await settle()
    expect(started).toEqual(['a', 'b', 'board', 'other'])
    await release('a')
    expect(started).toContain('c')
  })

  it('refuses calls when the queue is full or the wait too long, and serves the rest', async () => {
    const { call, started, refused, release } = follow(createConnectionQueue(1))
    for (let n = 0; n < 60; n += 1) call(`${n}`, { workspaceId: `of ${n}`, userId: 'one' })
    await settle()
    expect([started.length, refused.length]).toEqual([1, 9])
    await vi.advanceTimersByTimeAsync(11_000)
    expect(refused).toHaveLength(59)
    for (const error of refused) expect(error).toBeInstanceOf(TooManyWaiting)
    call('late', quiet)
    await release('0')
    expect(started).toEqual(['0', 'late'])
  })
})

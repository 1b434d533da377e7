import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { AppError } from '../app-error.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const refusal = () => new AppError('UNAVAILABLE', 'Later', { retryAfterSeconds: 10 })
const refused = { code: 'UNAVAILABLE', retryAfterSeconds: 10 }

/** Resolves with `waits` unless the promise has already settled. */
const stateOf = <Value>(promise: Promise<Value>) => Promise.race([promise, setImmediate('waits')])

describe('createConcurrencyLimit', () => {
  it('starts the next in the queue when a slot is released, and refuses when the queue is full', async () => {
    const acquire = createConcurrencyLimit({
      maxConcurrent: 1,
      maxPerWorkspace: 1,
      maxQueued: 2,
      maxWaitMs: 60_000,
      refusal,
    })
    const end = await acquire('first')
    const second = acquire('loud')
    await expect(acquire('loud')).rejects.toMatchObject(refused)
    const third = acquire('quiet')
    await expect(acquire('other')).rejects.toMatchObject(refused)
    expect(await stateOf(second)).toBe('waits')
    end()
    end()
    expect(await stateOf(third)).toBe('waits')
    const endSecond = await second
    endSecond()
    await third
  })

  it('leaves a slot to other workspaces, and serves the one with fewest slots first', async () => {
    const acquire = createConcurrencyLimit({
      maxConcurrent: 3,
      maxPerWorkspace: 2,
      maxQueued: 20,
      maxWaitMs: 60_000,
      refusal,
    })
    const ends = [await acquire('loud'), await acquire('loud')]
    const third = acquire('loud')
    expect(await stateOf(third)).toBe('waits')
    await acquire('quiet')
    const another = acquire('another')
    ends[0]!()
    await another
    expect(await stateOf(third)).toBe('waits')
    ends[1]!()
    await third
  })

  it('gives each workspace its share, however many requests another one queues', async () => {
    const limits = {
      maxConcurrent: 1,
      maxPerWorkspace: 1,
      maxQueued: 50,
      maxQueuedPerWorkspace: 20,
      maxWaitMs: 60_000,
      refusal,
    }
    const acquire = createConcurrencyLimit(limits)
    const order: string[] = []
    const first = await acquire('loud')
    const run = async (workspaceId: string) => {
      const end = await acquire(workspaceId)
      order.push(workspaceId)
      end()
    }
    const all = ['loud', 'loud', 'loud', 'louder', 'louder', 'louder', 'quiet'].map(run)
    first()
    await Promise.all(all)
    expect(order).toEqual(['louder', 'quiet', 'loud', 'louder', 'loud', 'louder', 'loud'])
  })

  it('leaves room in the queue for every workspace, and reports whose requests are too many', async () => {
    const own: boolean[] = []
    const acquire = createConcurrencyLimit({
      ...{ maxConcurrent: 1, maxPerWorkspace: 1, maxQueued: 4, maxQueuedPerWorkspace: 1, maxWaitMs: 60_000 },
      refusal(isOwn) {
        own.push(isOwn)
        return refusal()
      },
    })
    await acquire('loud')
    // They wait beyond this test, and are refused while others run.
    for (const one of ['loud', 'louder', 'third', 'fourth']) void acquire(one).catch(() => {})
    await expect(acquire('loud')).rejects.toMatchObject(refused)
    await expect(acquire('fifth')).rejects.toMatchObject(refused)
    expect(own).toEqual([true, false])
  })

  it('refuses after the maximum wait, and reports whose requests are too many', async () => {
    const own: boolean[] = []
    const acquire = createConcurrencyLimit({
      maxConcurrent: 1,
      maxPerWorkspace: 1,
      maxQueued: 4,
      maxWaitMs: 10,
      refusal(isOwn) {
        own.push(isOwn)
        return refusal()
      },
    })
    const end = await acquire('loud')
    await expect(acquire('loud')).rejects.toMatchObject(refused)
    await expect(acquire('quiet')).rejects.toMatchObject(refused)
    expect(own).toEqual([true, false])
    end()
    ;(await acquire('loud'))()
  })

  it('refuses when the caller aborts, and gives the slot to the next', async () => {
    const acquire = createConcurrencyLimit({
      maxConcurrent: 1,
      maxPerWorkspace: 1,
      maxQueued: 4,
      maxWaitMs: 60_000,
      refusal,
    })
    const end = await acquire('loud')
    const gone = new AbortController()
    const waiting = acquire('loud', gone.signal)
    const next = acquire('loud')
    gone.abort()
    expect(await stateOf(waiting.catch((error: unknown) => error))).toMatchObject(refused)
    end()
    ;(await next)()
  })
})

import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { AppError } from './app-error.ts'
import { createTurns } from './take-turn.ts'

const refusal = () => new AppError('UNAVAILABLE', 'Later', { retryAfterSeconds: 10 })
const refused = { code: 'UNAVAILABLE', retryAfterSeconds: 10 }

/** `waits` unless it was settled by what went before. */
const soon = <Value>(promise: Promise<Value>) => Promise.race([promise, setImmediate('waits')])

describe('createTurns', () => {
  it('lets the next in line go when one ends, and refuses those it has no room for', async () => {
    const takeTurn = createTurns({ atOnce: 1, ofWorkspace: 1, inLine: 2, waitMs: 60_000, refusal })
    const end = await takeTurn('first')
    const second = takeTurn('loud')
    await expect(takeTurn('loud')).rejects.toMatchObject(refused)
    const third = takeTurn('quiet')
    await expect(takeTurn('other')).rejects.toMatchObject(refused)
    expect(await soon(second)).toBe('waits')
    end()
    end()
    expect(await soon(third)).toBe('waits')
    const endSecond = await second
    endSecond()
    await third
  })

  it('leaves a turn to others, however many one workspace wants, and lets who has fewer go first', async () => {
    const takeTurn = createTurns({ atOnce: 3, ofWorkspace: 2, inLine: 20, waitMs: 60_000, refusal })
    const ends = [await takeTurn('loud'), await takeTurn('loud')]
    const third = takeTurn('loud')
    expect(await soon(third)).toBe('waits')
    await takeTurn('quiet')
    const another = takeTurn('another')
    ends[0]!()
    await another
    expect(await soon(third)).toBe('waits')
    ends[1]!()
    await third
  })

  it('gives each workspace its share, however many another one has in line', async () => {
    const limits = { atOnce: 1, ofWorkspace: 1, inLine: 50, ofWorkspaceInLine: 20, waitMs: 60_000, refusal }
    const takeTurn = createTurns(limits)
    const order: string[] = []
    const first = await takeTurn('loud')
    const run = async (workspaceId: string) => {
      const end = await takeTurn(workspaceId)
      order.push(workspaceId)
      end()
    }
    const all = ['loud', 'loud', 'loud', 'louder', 'louder', 'louder', 'quiet'].map(run)
    first()
    await Promise.all(all)
    expect(order).toEqual(['louder', 'quiet', 'loud', 'louder', 'loud', 'louder', 'loud'])
  })

  it('keeps places in line for every workspace, and says whose requests are too many', async () => {
    const own: boolean[] = []
    const takeTurn = createTurns({
      ...{ atOnce: 1, ofWorkspace: 1, inLine: 4, ofWorkspaceInLine: 1, waitMs: 60_000 },
      refusal(isOwn) {
        own.push(isOwn)
        return refusal()
      },
    })
    await takeTurn('loud')
    for (const one of ['loud', 'louder', 'third', 'fourth']) void takeTurn(one)
    await expect(takeTurn('loud')).rejects.toMatchObject(refused)
    await expect(takeTurn('fifth')).rejects.toMatchObject(refused)
    expect(own).toEqual([true, false])
  })

  it('lets nobody wait for ever, and forgets those who give up', async () => {
    const takeTurn = createTurns({ atOnce: 1, ofWorkspace: 1, inLine: 4, waitMs: 10, refusal })
    const end = await takeTurn('loud')
    await expect(takeTurn('loud')).rejects.toMatchObject(refused)
    const gone = new AbortController()
    const waiting = takeTurn('loud', gone.signal)
    gone.abort()
    await expect(waiting).rejects.toMatchObject(refused)
    end()
    ;(await takeTurn('loud'))()
  })
})

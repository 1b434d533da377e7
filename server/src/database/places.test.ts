import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlaces, type Places, TooManyWaiting } from './places.ts'

const loud = (userId = 'one') => ({ workspaceId: 'loud', userId })
const quiet = { workspaceId: 'quiet', userId: 'other' }

/** Of calls that were made, those that have begun, by name. */
function follow(places: Places) {
  const begun: string[] = []
  const refused: unknown[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    refused,
    call(name: string, asker: { workspaceId: string; userId: string }, isHeavy = false) {
      places.take({ ...asker, isHeavy }).then(
        (end) => {
          begun.push(name)
          ends.set(name, end)
        },
        (error) => refused.push(error),
      )
    },
    async end(name: string) {
      ends.get(name)!()
      await settle()
    },
  }
}

const settle = async () => {
  for (let n = 0; n < 5; n += 1) await Promise.resolve()
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('createPlaces', () => {
  // Of a pool of 10: 8 places, 6 for one workspace, 4 for one person, 2 for heavy calls of a workspace.
  it('leaves places to others, however many calls one person or workspace makes', async () => {
    const { call, begun } = follow(createPlaces(10))
    for (let n = 0; n < 20; n += 1) call('one', loud('one'))
    await settle()
    expect(begun).toHaveLength(4)
    for (let n = 0; n < 20; n += 1) call('two', loud('two'))
    await settle()
    expect(begun).toHaveLength(6)
    for (let n = 0; n < 20; n += 1) call('quiet', quiet)
    await settle()
    expect(begun.filter((name) => name === 'quiet')).toHaveLength(2)
  })

  it('lets workspaces and their people begin by turns, not by who came first', async () => {
    const { call, begun, end } = follow(createPlaces(1))
    call('first', loud())
    await settle()
    call('second', loud())
    call('third', loud())
    call('colleague', loud('two'))
    call('quiet', quiet)
    for (const name of ['first', 'quiet', 'colleague', 'second']) await end(name)
    expect(begun).toEqual(['first', 'quiet', 'colleague', 'second', 'third'])
  })

  it('lets calls that have begun go on before others begin, the one that began first before', async () => {
    const places = createPlaces(1)
    const { call, begun, end } = follow(places)
    const [first, second] = ['first', 'second'].map(() => ({ ...loud(), isHeavy: false }))
    const endFirst = await places.take(first!)
    const secondBegins = places.take(second!)
    endFirst()
    const endSecond = await secondBegins
    call('colleague', loud('two'))
    const goOn = [second!, first!].map((asker) => places.take(asker))
    goOn[0]!.then(() => begun.push('second goes on'))
    goOn[1]!.then(() => begun.push('first goes on'))
    endSecond()
    ;(await goOn[1]!)()
    ;(await goOn[0]!)()
    await settle()
    await end('colleague')
    expect(begun).toEqual(['first goes on', 'second goes on', 'colleague'])
  })

  it('lets few heavy calls of a workspace run, and light ones past them', async () => {
    const { call, begun, end } = follow(createPlaces(10))
    for (const name of ['a', 'b', 'c']) call(name, loud(name), true)
    call('board', loud('d'))
    call('other', quiet, true)
    await settle()
    expect(begun).toEqual(['a', 'b', 'board', 'other'])
    await end('a')
    expect(begun).toContain('c')
  })

  it('refuses who comes when too many wait, and who waited too long, and lets the rest go on', async () => {
    const { call, begun, refused, end } = follow(createPlaces(1))
    for (let n = 0; n < 60; n += 1) call(`${n}`, { workspaceId: `of ${n}`, userId: 'one' })
    await settle()
    expect([begun.length, refused.length]).toEqual([1, 9])
    await vi.advanceTimersByTimeAsync(11_000)
    expect(refused).toHaveLength(59)
    for (const error of refused) expect(error).toBeInstanceOf(TooManyWaiting)
    call('late', quiet)
    await end('0')
    expect(begun).toEqual(['0', 'late'])
  })
})

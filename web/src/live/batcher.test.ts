import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBatcher } from './batcher.ts'

let ran: string[][]
let ask: (names: readonly string[]) => void

beforeEach(() => {
  vi.useFakeTimers()
  ran = []
  ask = createBatcher({ delay: 1000, interval: 10_000 }, (names) => ran.push([...names]))
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a pace', () => {
  it('runs soon after the first request, once for all that arrive meanwhile', () => {
    ask(['funnel'])
    vi.advanceTimersByTime(500)
    ask(['funnel', 'sources'])
    expect(ran).toEqual([])
    vi.advanceTimersByTime(500)
    expect(ran).toEqual([['funnel', 'sources']])
  })

  it('keeps runs apart, and runs once more for requests in between', () => {
    ask(['funnel'])
    vi.advanceTimersByTime(1000)
    for (let second = 0; second < 9; second += 1) {
      ask(['funnel'])
      vi.advanceTimersByTime(1000)
    }
    expect(ran).toHaveLength(1)
    vi.advanceTimersByTime(1000)
    expect(ran).toEqual([['funnel'], ['funnel']])
    vi.advanceTimersByTime(60_000)
    expect(ran).toHaveLength(2)
  })

  it('runs without delay after a quiet time, and ignores an empty request', () => {
    ask(['funnel'])
    vi.advanceTimersByTime(60_000)
    ask([])
    ask(['sources'])
    vi.advanceTimersByTime(1000)
    expect(ran).toEqual([['funnel'], ['sources']])
  })
})

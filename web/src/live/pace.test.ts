import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPace } from './pace.ts'

let ran: string[][]
let ask: (names: readonly string[]) => void

beforeEach(() => {
  vi.useFakeTimers()
  ran = []
  ask = createPace({ soon: 1000, apart: 10_000 }, (names) => ran.push([...names]))
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a pace', () => {
  it('runs soon after the first time it is asked, once for all that came meanwhile', () => {
    ask(['funnel'])
    vi.advanceTimersByTime(500)
    ask(['funnel', 'sources'])
    expect(ran).toEqual([])
    vi.advanceTimersByTime(500)
    expect(ran).toEqual([['funnel', 'sources']])
  })

  it('keeps runs apart, and runs once more for what was asked in between', () => {
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

  it('waits for nothing after a quiet time, and does nothing when asked for nothing', () => {
    ask(['funnel'])
    vi.advanceTimersByTime(60_000)
    ask([])
    ask(['sources'])
    vi.advanceTimersByTime(1000)
    expect(ran).toEqual([['funnel'], ['sources']])
  })
})

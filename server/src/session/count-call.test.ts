import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Services } from '../services.ts'
import type { Actor } from './actor.ts'
import { countCall } from './count-call.ts'

let services: Services

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  services = { config: { keyCallsPerMinute: 20, personCallsPerMinute: 10 } } as Services
})

afterEach(() => {
  vi.useRealTimers()
})

const actor = (more: object = {}) => ({ userId: 'ana', ...more }) as Actor

describe('countCall', () => {
  it('allows all calls again a minute after the first', () => {
    countCall(services, actor())
    vi.advanceTimersByTime(59_000)
    expect(countCall(services, actor())).toEqual({ most: 10, left: 8, seconds: 1, isFirst: false })
    vi.advanceTimersByTime(1000)
    expect(countCall(services, actor())).toEqual({ most: 10, left: 9, seconds: 60, isFirst: true })
  })

  it('counts the calls of an impersonation as the superadmin’s', () => {
    countCall(services, actor({ impersonation: { by: { id: 'sue' } } }))
    expect(countCall(services, actor({ userId: 'sue' })).left).toBe(8)
    expect(countCall(services, actor()).left).toBe(9)
  })

  it('keeps the count of whoever still calls when ten thousand others called before', () => {
    for (let n = 0; n < 9_999; n += 1) countCall(services, actor({ userId: `${n}` }))
    vi.advanceTimersByTime(50_000)
    countCall(services, actor())
    vi.advanceTimersByTime(10_000)
    for (let n = 0; n < 9_999; n += 1) countCall(services, actor({ userId: `later ${n}` }))
    expect(countCall(services, actor()).left).toBe(8)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { expireDrafts, loadDraft, removeDraft, storeDraft } from './draft-storage.ts'

const hour = 60 * 60 * 1000

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a draft', () => {
  it('is stored until it is removed', () => {
    storeDraft('position', { name: 'Welder' })
    expect(loadDraft('position')).toEqual({ name: 'Welder' })
    removeDraft('position')
    expect(loadDraft('position')).toBeNull()
  })

  it('expires a day after its last change', () => {
    storeDraft('application', 'Ana')
    vi.advanceTimersByTime(23 * hour)
    storeDraft('application', 'Ana Ortiz')
    vi.advanceTimersByTime(23 * hour)
    expect(loadDraft('application')).toBe('Ana Ortiz')
    vi.advanceTimersByTime(hour)
    expect(loadDraft('application')).toBeNull()
  })

  it('is removed from storage once it has expired, also in a tab that stays open, and nothing else is', () => {
    const stop = new AbortController()
    sessionStorage.session_owner = 'Ines'
    sessionStorage['draft broken'] = '{'
    sessionStorage['draft of the future'] = JSON.stringify({ storedAt: Date.now() + hour, value: 'Ana' })
    storeDraft('comment 1', 'Call Ana')
    expireDrafts(stop.signal)
    expect(Object.keys(sessionStorage)).toEqual(['session_owner', 'draft comment 1'])
    vi.advanceTimersByTime(24 * hour)
    expect(Object.keys(sessionStorage)).toEqual(['session_owner'])
    stop.abort()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not stored if storage is full, and the form still works', () => {
    vi.stubGlobal('sessionStorage', {
      ...sessionStorage,
      getItem: () => null,
      setItem: () => {
        throw new DOMException('Full', 'QuotaExceededError')
      },
    })
    storeDraft('comment 1', 'Call Ana')
    expect(loadDraft('comment 1')).toBeNull()
  })
})

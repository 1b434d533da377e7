import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { expireDrafts, loadDraft, removeDraft, storeDraft } from './draft-storage.ts'

const hour = 60 * 60 * 1000

/** Behaves like the browser's session storage, whose keys are its own properties. */
class TabStorage {
  [key: string]: unknown
}

Object.defineProperties(TabStorage.prototype, {
  getItem: { value: (key: string) => storage[key] ?? null },
  setItem: { value: (key: string, value: string) => void Object.assign(storage, { [key]: value }) },
  removeItem: { value: (key: string) => void delete storage[key] },
})

let storage: TabStorage

beforeEach(() => {
  vi.useFakeTimers()
  storage = new TabStorage()
  vi.stubGlobal('sessionStorage', storage)
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
    storage.session_owner = 'Ines'
    storage['draft broken'] = '{'
    storage['draft of the future'] = JSON.stringify({ storedAt: Date.now() + hour, value: 'Ana' })
    storeDraft('comment 1', 'Call Ana')
    expireDrafts(stop.signal)
    expect(Object.keys(storage)).toEqual(['session_owner', 'draft comment 1'])
    vi.advanceTimersByTime(24 * hour)
    expect(Object.keys(storage)).toEqual(['session_owner'])
    stop.abort()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not stored if storage is full, and the form still works', () => {
    vi.stubGlobal('sessionStorage', {
      ...storage,
      getItem: () => null,
      setItem: () => {
        throw new DOMException('Full', 'QuotaExceededError')
      },
    })
    storeDraft('comment 1', 'Call Ana')
    expect(loadDraft('comment 1')).toBeNull()
  })
})

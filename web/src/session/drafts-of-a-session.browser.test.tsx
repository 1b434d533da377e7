import { beforeEach, describe, expect, it } from 'vitest'
import { commentDraft, saveCommentDraft } from '../applications/timeline/comment-draft.ts'
import { id } from '../testing/fixtures.ts'
import { signInAs } from '../testing/open-app.tsx'
import { loadDraft, storeDraft } from './draft-storage.ts'
import { storeImpersonation } from './store-impersonation.ts'
import { claimTabStorage, storeTokens, storeUser } from './stored-session.ts'

const secret = 'Call Ana at noon'

beforeEach(() => {
  signInAs('recruiter')
  storeDraft('application', secret)
  saveCommentDraft(id(1), secret)
})

/** What the browser does in this tab when another one changes what is stored for all. */
function changedElsewhere(key: string | null) {
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

describe('a draft', () => {
  it('is of its own application, and of no other', () => {
    expect(commentDraft(id(1))).toBe(secret)
    expect(commentDraft(id(2))).toBe('')
    saveCommentDraft(id(2), 'Another')
    expect(commentDraft(id(1))).toBe(secret)
    saveCommentDraft(id(2), '')
    expect([commentDraft(id(1)), commentDraft(id(2))]).toEqual([secret, ''])
  })

  it('stays while its session does: through a refresh, a changed profile and a reload', () => {
    storeTokens({ access_token: 'another', refresh_token: 'another' })
    storeUser({ ...signedIn(), name: 'Kim B. Berg' })
    claimTabStorage()
    changedElsewhere('auth_token')
    expect([loadDraft('application'), commentDraft(id(1))]).toEqual([secret, secret])
  })

  it('is gone when somebody else signs in, and when the same person does again', () => {
    signInAs('recruiter')
    expect([loadDraft('application'), commentDraft(id(1))]).toEqual([null, ''])
  })

  it('is gone when another person signed in in another tab', () => {
    localStorage.setItem('user', JSON.stringify({ ...signedIn(), id: id(77) }))
    changedElsewhere('user')
    expect([loadDraft('application'), commentDraft(id(1))]).toEqual([null, ''])
  })

  it('is gone when the same person signed in anew in another tab', () => {
    localStorage.setItem('session_mark', 'another')
    changedElsewhere('session_mark')
    expect(loadDraft('application')).toBeNull()
  })

  it('is gone when another tab signed out, or cleared everything', () => {
    localStorage.removeItem('auth_token')
    changedElsewhere('auth_token')
    expect(loadDraft('application')).toBeNull()
    signInAs('recruiter')
    storeDraft('application', secret)
    localStorage.clear()
    changedElsewhere(null)
    expect(loadDraft('application')).toBeNull()
  })

  it('is gone in a tab that showed another site while its session ended', () => {
    localStorage.setItem('session_mark', 'another')
    claimTabStorage()
    expect(loadDraft('application')).toBeNull()
  })

  it('is hidden while one looks through somebody’s eyes', () => {
    storeImpersonation({ access_token: 'eyes', user: { ...signedIn(), id: id(78) } })
    expect([loadDraft('application'), commentDraft(id(1))]).toEqual([null, ''])
  })
})

function signedIn() {
  return JSON.parse(localStorage.getItem('user')!)
}

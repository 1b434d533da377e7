import { createCompany, getCompany } from '@muster/contract/companies.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { forgotPassword } from '@muster/contract/users.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeTokens } from '../session/stored-session.ts'
import { answerRequests } from '../testing/answer-requests.ts'
import { call } from './call.ts'

beforeEach(() => {
  localStorage.clear()
  storeTokens({ access_token: 'mine', refresh_token: 'r1' })
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a call', () => {
  it('keeps an id with a slash within its part of the path', async () => {
    const asked = answerRequests(() => ({}))
    await call(getCompany, { params: { id: 'a/b?c' } })
    expect(asked[0]!.path).toBe('/companies/a%2Fb%3Fc/')
  })

  it('that anyone may make is sent without a token', async () => {
    const asked = answerRequests(() => ({}))
    await call(forgotPassword, { body: { email: 'ana@example.com' } })
    expect(asked[0]!.authorization).toBeNull()
  })

  it('carries its idempotency key and the language of the screens', async () => {
    localStorage.setItem('language', 'de')
    answerRequests(() => ({}))
    const sent = vi.spyOn(globalThis, 'fetch')
    await call(createCompany, { body: { name: 'Norvik' } }, { idempotencyKey: 'once' })
    const headers = new Headers(sent.mock.lastCall![1]!.headers)
    expect([headers.get('idempotency-key'), headers.get('accept-language')]).toEqual(['once', 'de'])
  })

  it('gives up after 30 seconds without an answer, but never on a large file', async () => {
    answerRequests(() => ({}))
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    await call(getCompany, { params: { id: 'a' } })
    expect(timeout.mock.calls).toEqual([[30_000]])
    await call(uploadFile, {}, { file: new Blob(['large']) })
    expect(timeout).toHaveBeenCalledTimes(1)
  })

  it('sends the other fields of a form before its file, and lets the browser name the boundary', async () => {
    const asked = answerRequests(() => ({}))
    const sent = vi.spyOn(globalThis, 'fetch')
    const upload = { ...uploadFile, body: undefined } as unknown as typeof uploadFile
    await call(upload, { body: { note: 'CV' } } as object, { file: new Blob(['large']) })
    expect([...(asked[0]!.body as FormData).keys()]).toEqual(['note', 'file'])
    expect(new Headers(sent.mock.lastCall![1]!.headers).has('content-type')).toBe(false)
  })
})

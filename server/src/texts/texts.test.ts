import * as users from '@muster/contract/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inLanguage, preferredLanguage, t, translate } from '#texts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

describe('t', () => {
  it('says a sentence in English outside of any request', () => {
    expect(t`${'Company'} not found`).toBe('Company not found')
  })

  it('says it in the language being spoken, its values in their places', () => {
    expect(inLanguage('de', () => t`${'Firma'} not found`)).toBe('Firma nicht gefunden')
  })

  it('says in English what has no translation', () => {
    expect(inLanguage('de', () => t`Nobody says ${'this'}`)).toBe('Nobody says this')
  })
})

describe('translate', () => {
  it('finds a text of the contract, also by its numbers', () => {
    expect(inLanguage('de', () => translate('At most 120 characters'))).toBe('Höchstens 120 Zeichen')
  })
})

describe('preferredLanguage', () => {
  it('takes the first language there is', () => {
    expect(preferredLanguage('fr-CH, de-AT;q=0.9, en;q=0.8')).toBe('de')
  })

  it('falls back to English', () => {
    expect(preferredLanguage(undefined)).toBe('en')
    expect(preferredLanguage('*')).toBe('en')
    expect(preferredLanguage('__proto__')).toBe('en')
  })
})

describe('a refusal', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.stop())

  it("is in the language of the caller, the schema's and Zod's own words included", async () => {
    const { status, body } = await server.call(users.forgotPassword, {
      headers: { 'accept-language': 'de-CH,de;q=0.9' },
      body: { email: 'nobody' },
    })
    expect(status).toBe(422)
    expect(body.message).toBe('Einige Felder brauchen noch einen Blick')
    expect(body.details).toEqual({ email: ['Keine E-Mail-Adresse'] })
    const untyped = await server.call(users.forgotPassword, {
      headers: { 'accept-language': 'de' },
      body: { email: 7 } as never,
    })
    expect(untyped.body.details?.email).toEqual([expect.stringContaining('Ungültige Eingabe')])
  })
})

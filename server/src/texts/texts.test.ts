import * as users from '@muster/contract/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inLanguage, plural, preferredLanguage, t, translate } from '#texts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

describe('t', () => {
  it('returns English outside of any request', () => {
    expect(t`${'Company'} not found`).toBe('Company not found')
  })

  it("returns the current language's text with its values", () => {
    expect(inLanguage('de', () => t`${'Firma'} not found`)).toBe('Firma nicht gefunden')
  })

  it('returns English for what has no translation', () => {
    expect(inLanguage('de', () => t`Nobody says ${'this'}`)).toBe('Nobody says this')
  })
})

describe('plural', () => {
  const rows = (count: number) =>
    t`${'a.csv'} was undone: ${plural(count, { one: '# row', other: '# rows' })}`

  it("uses the language's form for the number", () => {
    expect([rows(1), rows(12_345)]).toEqual(['a.csv was undone: 1 row', 'a.csv was undone: 12,345 rows'])
    const german = [1, 12_345].map((count) => inLanguage('de', () => rows(count)))
    expect(german).toEqual([
      'a.csv wurde rückgängig gemacht: 1 Zeile',
      'a.csv wurde rückgängig gemacht: 12.345 Zeilen',
    ])
  })

  it('returns English for what has no translation', () => {
    const text = (count: number) => t`Nobody has ${plural(count, { one: '# cat', other: '# cats' })}`
    expect(inLanguage('de', () => [text(1), text(2)])).toEqual(['Nobody has 1 cat', 'Nobody has 2 cats'])
  })

  it('leaves braces and quotes of a value as they are', () => {
    const text = t`${"'{0}' # it's"} stored ${plural(1, { one: '# row', other: '# rows' })}`
    expect(text).toBe("'{0}' # it's stored 1 row")
  })
})

describe('translate', () => {
  it('finds a text of the contract, even with numbers', () => {
    expect(inLanguage('de', () => translate('At most 120 characters'))).toBe('Höchstens 120 Zeichen')
  })
})

describe('preferredLanguage', () => {
  it('returns the first supported language', () => {
    expect(preferredLanguage('fr-CH, de-AT;q=0.9, en;q=0.8')).toBe('de')
  })

  it('falls back to English', () => {
    expect(preferredLanguage(undefined)).toBe('en')
    expect(preferredLanguage('*')).toBe('en')
    expect(preferredLanguage('__proto__')).toBe('en')
  })
})

describe('an error', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.stop())

  it("is in the caller's language, including the messages of schemas and of Zod", async () => {
    const { status, body } = await server.call(users.forgotPassword, {
      headers: { 'accept-language': 'de-CH,de;q=0.9' },
      body: { email: 'nobody' },
    })
    expect(status).toBe(422)
    expect(body.message).toBe('Einige Felder sind ungültig')
    expect(body.details).toEqual({ email: ['Geben Sie eine gültige E-Mail-Adresse ein'] })
    const untyped = await server.call(users.forgotPassword, {
      headers: { 'accept-language': 'de' },
      body: { email: 7 } as never,
    })
    expect(untyped.body.details?.email).toEqual([expect.stringContaining('Ungültige Eingabe')])
  })
})

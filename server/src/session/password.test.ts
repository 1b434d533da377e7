import { describe, expect, it } from 'vitest'
import { hashPassword, verifyNothing, verifyPassword } from './password.ts'

describe('hashPassword', () => {
  it("writes argon2id with OWASP's parameters", async () => {
    expect(await hashPassword('correct horse battery')).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    )
  })

  it('salts: the same password never hashes to the same text', async () => {
    expect(await hashPassword('correct horse battery')).not.toBe(await hashPassword('correct horse battery'))
  })
})

describe('verifyPassword', () => {
  it('tells the right password from a wrong one', async () => {
    const hash = await hashPassword('correct horse battery')
    expect(await verifyPassword('correct horse battery', hash)).toBe(true)
    expect(await verifyPassword('correct horse batterY', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
  })

  it('treats composed and decomposed letters alike', async () => {
    const hash = await hashPassword('crème brûlée à volonté'.normalize('NFC'))
    expect(await verifyPassword('crème brûlée à volonté'.normalize('NFD'), hash)).toBe(true)
  })

  it('treats wide letters of an Asian keyboard like narrow ones', async () => {
    const hash = await hashPassword('correct horse battery')
    expect(await verifyPassword('ｃｏｒｒｅｃｔ horse battery', hash)).toBe(true)
  })

  it('verifies a hash of another argon2id implementation', async () => {
    // The test vector of the reference implementation: argon2id, version 19, "password", "somesalt".
    const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await verifyPassword('password', phc)).toBe(true)
    expect(await verifyPassword('Password', phc)).toBe(false)
  })

  it.each([
    '',
    'plain text',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2id$v=19$m=19456,t=2,p=1$short$AAAA',
    '$argon2id$v=19$m=0,t=0,p=0$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ])('matches no password with the malformed hash "%s"', async (phc) => {
    expect(await verifyPassword('password', phc)).toBe(false)
  })

  it('refuses with UNAVAILABLE when too many sign-ins wait, and recovers', async () => {
    const flood = await Promise.allSettled(Array.from({ length: 130 }, () => verifyNothing('guess')))
    const refused = flood.filter((result) => result.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(flood.length)
    expect(refused[0]!.reason).toMatchObject({ code: 'UNAVAILABLE' })
    expect(await verifyNothing('guess')).toBe(false)
  })
})

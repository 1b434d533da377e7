import { describe, expect, it } from 'vitest'
import { readEmail } from './read-email.ts'

/** 254 characters, the most that an address may have. */
const longest = `${'a'.repeat(64)}@${['b', 'c', 'd'].map((letter) => letter.repeat(61)).join('.')}.com`

describe('an email address in a cell', () => {
  it('typed in full-width letters is the same address as in plain ones', () => {
    expect(readEmail('ａｎｎａ@ｍａｉｌ.com')).toEqual({ value: 'anna@mail.com', problem: null })
  })

  it('of 254 characters is read, a longer one is refused', () => {
    expect(longest).toHaveLength(254)
    expect(readEmail(longest).value).toBe(longest)
    expect(readEmail(longest.replace('.com', '.info')).problem?.code).toBe('invalid_email')
  })

  it('with an older address in a remark is read with a warning, as one is left out', () => {
    expect(readEmail('anna@mail.com (old: anna@web.de)')).toMatchObject({
      value: 'anna@mail.com',
      problem: { code: 'several_values' },
    })
  })

  it('written twice in different case is one address', () => {
    expect(readEmail('anna@mail.com, ANNA@mail.com')).toEqual({ value: 'anna@mail.com', problem: null })
  })

  it.each(['anna@mail.com, Anna', 'Anna anna@mail.com', 'anna@@mail.com'])(
    'beside something else is refused rather than guessed: %j',
    (text) => {
      expect(readEmail(text)).toMatchObject({ value: null, problem: { code: 'invalid_email' } })
    },
  )
})

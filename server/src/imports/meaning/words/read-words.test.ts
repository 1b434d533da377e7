import { describe, expect, it } from 'vitest'
import { readWords } from './read-words.ts'

describe('readWords', () => {
  it('reads names by their level, phrases and words around them', () => {
    const words = readWords([
      '\n# Test\nemail: E-Mail,\n  courriel\nemail?: contact\nemail~: reach you\nothers: chef mère\n',
    ])
    expect(words.names.get('e mail')).toEqual([{ field: 'email', level: 'sure' }])
    expect(words.names.get('courriel')).toEqual([{ field: 'email', level: 'sure' }])
    expect(words.names.get('contact')).toEqual([{ field: 'email', level: 'likely' }])
    expect(words.phrases.get('reach you')).toBe('email')
    expect(words.others).toEqual(new Set(['chef', 'mere']))
  })

  it('knows Cyrillic names in Latin letters', () => {
    expect(readWords(['lastName: фамилия']).names.get('familiya')).toEqual([
      { field: 'lastName', level: 'likely' },
    ])
  })

  it.each(['e-mails: mail', 'email mail', 'shoeSize: shoes'])('refuses the line %s', (line) => {
    expect(() => readWords([line])).toThrow(/dictionary/)
  })
})

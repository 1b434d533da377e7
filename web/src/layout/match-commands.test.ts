import { describe, expect, it } from 'vitest'
import { matchCommands } from './match-commands.ts'

const commands = [
  { label: 'Go to applications' },
  { label: 'New application', keywords: 'add create lead' },
  { label: 'New position' },
  { label: 'Dark theme', keywords: 'appearance night' },
  { label: 'Menü öffnen' },
  { label: 'Compact rows', keywords: 'density height' },
]

function found(text: string) {
  return matchCommands(commands, text).map(({ label }) => label)
}

describe('matchCommands', () => {
  it('returns everything for an empty text', () => {
    expect(found(' ')).toHaveLength(commands.length)
  })

  it('finds words in any order, by prefix and by additional search terms', () => {
    expect(found('app new')).toEqual(['New application'])
    expect(found('night')).toEqual(['Dark theme'])
  })

  it('tolerates a typo', () => {
    expect(found('poistion')).toEqual(['New position'])
    expect(found('dark teme')).toEqual(['Dark theme'])
  })

  it('accepts letters with gaps when nothing matches better', () => {
    expect(found('nwpos')[0]).toBe('New position')
  })

  it('finds by its words only what is marked so', () => {
    const settings = [{ label: 'Appearance and language', byWords: true }]
    const labels = (text: string) => matchCommands(settings, text).map(({ label }) => label)
    expect(labels('langauge')).toEqual(['Appearance and language'])
    expect(labels('ana')).toEqual([])
  })

  it('ignores diacritics', () => {
    expect(found('menu off')).toEqual(['Menü öffnen'])
  })

  it('finds nothing when nothing is similar', () => {
    expect(found('zebra crossing')).toEqual([])
    expect(found('maria')).toEqual([])
  })
})

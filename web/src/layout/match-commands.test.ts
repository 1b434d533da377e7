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
  it('answers all of them for no text', () => {
    expect(found(' ')).toHaveLength(commands.length)
  })

  it('finds words in any order, by their beginning and by further words', () => {
    expect(found('app new')).toEqual(['New application'])
    expect(found('night')).toEqual(['Dark theme'])
  })

  it('forgives a mistyped letter', () => {
    expect(found('poistion')).toEqual(['New position'])
    expect(found('dark teme')).toEqual(['Dark theme'])
  })

  it('takes letters with gaps when nothing is nearer', () => {
    expect(found('nwpos')[0]).toBe('New position')
  })

  it('takes letters without their marks', () => {
    expect(found('menu off')).toEqual(['Menü öffnen'])
  })

  it('finds nothing where nothing is like it', () => {
    expect(found('zebra crossing')).toEqual([])
    expect(found('maria')).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { dropTile, moveTile } from './move-tile.ts'

describe('moveTile', () => {
  it('moves an item, and stops at the ends', () => {
    expect(moveTile(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
    expect(moveTile(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a'])
    expect(moveTile(['a', 'b', 'c'], 2, -1)).toEqual(['c', 'a', 'b'])
  })
})

describe('dropTile', () => {
  const tiles = ['a', 'b', 'c'].map((reportId) => ({ reportId }))
  const dropped = (...args: [string, string, 'left' | 'right']) =>
    dropTile(tiles, ...args)
      .map(({ reportId }) => reportId)
      .join('')

  it('puts a tile before or after the one it was dropped on', () => {
    expect(dropped('a', 'c', 'left')).toBe('bac')
    expect(dropped('a', 'c', 'right')).toBe('bca')
    expect(dropped('c', 'a', 'left')).toBe('cab')
  })

  it('changes nothing for a tile on itself, or an unknown one', () => {
    expect(dropped('b', 'b', 'right')).toBe('abc')
    expect(dropped('x', 'b', 'right')).toBe('abc')
  })
})

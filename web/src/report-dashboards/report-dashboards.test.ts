import { describe, expect, it } from 'vitest'
import { dropTile, moveTile } from './move-tile.ts'
import { periodText } from './period-text.ts'
import { sharingText } from './report-dashboards.ts'

const tiles = [...'abcd'].map((reportId) => ({ reportId }))
const ids = (all: { reportId: string }[]) => all.map(({ reportId }) => reportId).join('')

describe('who sees a report dashboard', () => {
  const owner = { id: 'o', name: 'Olga' }

  it('is named to its owner, and its owner to the others', () => {
    const text = (edit: boolean, roles: string[]) => sharingText({ can: { edit }, roles, owner } as never)
    expect(text(true, [])).toBe('Private')
    expect(text(true, ['viewer', 'recruiter'])).toBe('Shared with Viewer, Recruiter')
    expect(text(false, ['viewer'])).toBe('Shared by Olga')
  })
})

describe('the period of a report', () => {
  it('is named, or its first and last day, both inclusive', () => {
    expect(periodText({ days: 'quarter' })).toBe('This quarter')
    expect(periodText({ from: '2025-10-01', to: '2025-10-12' }).replaceAll('\u2009', ' ')).toBe(
      'Oct 1 – 12, 2025',
    )
  })
})

describe('a tile', () => {
  it('moves no further than the ends', () => {
    expect(ids(moveTile(tiles, 0, -1))).toBe('abcd')
    expect(ids(moveTile(tiles, 3, 4))).toBe('abcd')
    expect(ids(moveTile(tiles, 0, 3))).toBe('bcda')
  })

  it('drops beside another, on the side of the pointer', () => {
    expect(ids(dropTile(tiles, 'a', 'c', 'left'))).toBe('bacd')
    expect(ids(dropTile(tiles, 'a', 'c', 'right'))).toBe('bcad')
    expect(ids(dropTile(tiles, 'd', 'a', 'left'))).toBe('dabc')
    expect(ids(dropTile(tiles, 'b', 'b', 'right'))).toBe('abcd')
  })
})

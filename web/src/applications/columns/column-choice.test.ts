import { describe, expect, it } from 'vitest'
import { moveColumn, readColumns, writeColumns } from './column-choice.ts'

const known = ['candidate', 'position', 'status', 'owner']

describe('readColumns', () => {
  it('reads back order and widths', () => {
    const stored = ['candidate', 'owner:120', 'position']
    expect(readColumns(stored, known)).toEqual([
      { id: 'candidate' },
      { id: 'owner', width: 120 },
      { id: 'position' },
    ])
    expect(writeColumns(readColumns(stored, known))).toEqual(stored)
  })

  it('leaves out columns that are unknown, repeated or of an invalid width', () => {
    expect(readColumns(['rank', 'owner:9', 'owner:200', 'status:wide'], known)).toEqual([
      { id: 'owner' },
      { id: 'status' },
    ])
  })
})

describe('moveColumn', () => {
  const columns = known.map((id) => ({ id }))
  const order = (moved: { id: string }[]) => moved.map(({ id }) => id)

  it('moves a column before or after another', () => {
    expect(order(moveColumn(columns, 'owner', 'position', 'left'))).toEqual([
      'candidate',
      'owner',
      'position',
      'status',
    ])
    expect(order(moveColumn(columns, 'position', 'owner', 'right'))).toEqual([
      'candidate',
      'status',
      'owner',
      'position',
    ])
  })

  it('changes nothing when the target column is hidden', () => {
    expect(order(moveColumn(columns, 'owner', 'tags', 'left'))).toEqual(known)
  })
})

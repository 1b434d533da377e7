import { describe, expect, it } from 'vitest'
import { moveColumn, readColumns, writeColumns } from './column-choice.ts'

const known = ['candidate', 'position', 'status', 'owner']

describe('readColumns', () => {
  it('reads back order and widths', () => {
    const kept = ['candidate', 'owner:120', 'position']
    expect(readColumns(kept, known)).toEqual([
      { id: 'candidate' },
      { id: 'owner', width: 120 },
      { id: 'position' },
    ])
    expect(writeColumns(readColumns(kept, known))).toEqual(kept)
  })

  it('leaves out what is unknown, named twice or of no sensible width', () => {
    expect(readColumns(['rank', 'owner:9', 'owner:200', 'status:wide'], known)).toEqual([
      { id: 'owner' },
      { id: 'status' },
    ])
  })
})

describe('moveColumn', () => {
  const columns = known.map((id) => ({ id }))
  const order = (moved: { id: string }[]) => moved.map(({ id }) => id)

  it('puts a column before or behind another', () => {
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

  it('changes nothing beside a column that is not shown', () => {
    expect(order(moveColumn(columns, 'owner', 'tags', 'left'))).toEqual(known)
  })
})

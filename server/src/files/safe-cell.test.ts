import { describe, expect, it } from 'vitest'
import { safeCell, unsafeCell } from './safe-cell.ts'

describe('safeCell', () => {
  it.each([
    ['an equals sign', '=1+1'],
    ['a plus', '+1'],
    ['a minus', '-1'],
    ['an at sign', '@SUM(A1)'],
    ['a tab', '\tx'],
    ['a carriage return', '\rx'],
    ['a NUL', '\0x'],
    ['a sign after blanks', '  =1'],
    ['a sign after a no-break space', '\u00a0=1'],
    ['a full-width equals sign', '＝1'],
    ['a full-width plus', '＋1'],
    ['a full-width minus', '－1'],
    ['a full-width at sign', '＠SUM'],
    ['an apostrophe and a sign', "'=1"],
    ['two apostrophes and a tab', "''\tx"],
  ])('makes a cell that begins with %s text for a spreadsheet, and unsafeCell reverses it', (_, text) => {
    expect(safeCell(text)).toBe(`'${text}`)
    expect(unsafeCell(safeCell(text))).toBe(text)
  })

  it('is quick, however long the cell is', () => {
    const text = '\n ;"\''.repeat(200_000)
    expect(unsafeCell(safeCell(text))).toBe(text)
  }, 20_000)

  it.each([
    '',
    'Ada',
    '1-2',
    'a=b',
    ' Ada',
    '\nAda',
    "O'Neill",
    "'quoted'",
    '(+1) 312',
    'a;b',
    "a;'b",
    'a;b=c',
  ])('leaves %j as it is', (text) => {
    expect(safeCell(text)).toBe(text)
    expect(unsafeCell(text)).toBe(text)
  })
})

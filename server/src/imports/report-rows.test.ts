import { describe, expect, it } from 'vitest'
import { formulasIn } from '../testing/spreadsheet-cells.ts'
import { writeRows } from './report-rows.ts'

describe('a row of a report about an import', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '  =1', '＝1', '＋1', '－1', '＠x', "'=1"])(
    'holds no cell that can become a formula: %s',
    (cell) => {
      expect(writeRows([['Ida', cell]])).toBe(`Ida,'${cell}\r\n`)
    },
  )

  it.each([
    ['Ada;=1', "Ada;'=1"],
    ['Ada\t=1', "Ada\t'=1"],
    ['\t=1', "'\t'=1"],
    ['Ada;"=1;', `"Ada;'""=1;"`],
    ['Ada\n=1\nx', `"Ada\n'=1\nx"`],
    ['\r=1', `"'\r'=1"`],
    ['a, b;@x;', `"a, b;'@x;"`],
  ])('holds no part that becomes a formula for who separates by semicolons or tabs: %j', (cell, written) => {
    expect(writeRows([['Ida', cell]])).toBe(`Ida,${written}\r\n`)
    expect(formulasIn(writeRows([['Ida', cell]]))).toEqual([])
  })

  it.each(['=HYPERLINK("x")', '=a,b'])('quotes what it guards: %j', (cell) => {
    expect(writeRows([['Ida', cell]])).toBe(`Ida,"'${cell.replaceAll('"', '""')}"\r\n`)
  })
})

import { importFieldKeys } from '@muster/contract/import-fields.ts'
import { describe, expect, it } from 'vitest'
import { normaliseCandidate } from './normalise-candidate.ts'
import { suggestMapping } from './suggest-mapping.ts'
import { surveyRows } from './survey-rows.ts'

const many = 300_000

/** What a pattern that looks for an end from each beginning would take minutes for. */
const hostile = {
  'open brackets': '('.repeat(many),
  'square brackets': '['.repeat(many),
  letters: 'a'.repeat(many),
  'an address without an end': `<${'@'.repeat(many)}`,
  'signs of addresses': '@a'.repeat(many / 2),
  blanks: `1${' '.repeat(many)}1`,
  commas: `1${', '.repeat(many / 2)}1`,
  digits: '1'.repeat(many),
  'a label': `${'a.'.repeat(many / 2)}1`,
  'links without an end': 'mailto:'.repeat(many / 7),
  'addresses of pages': 'x.y '.repeat(many / 4),
  apostrophes: `x;${"'".repeat(many)}`,
}

describe('a cell of 300,000 characters', () => {
  it.each(Object.entries(hostile))('of %s is read at once in any field', (_, cell) => {
    const columns = importFieldKeys.map((field, index) => ({ index, header: field, field }))
    const decisions = {
      defaultCountry: 'US',
      dateOrder: 'dmy',
      postalCodeDigits: null,
      columnCount: columns.length,
    } as const
    for (const isExport of [false, true]) {
      const row = normaliseCandidate(
        columns,
        columns.map(() => cell),
        { ...decisions, isExport },
      )
      expect(row.candidate).toMatchObject({ email: null, phone: null })
    }
  })

  it.each(Object.entries(hostile))('of %s keeps nobody waiting for what a column means', async (_, cell) => {
    const described = [cell, 'E-mail', 'Phone', 'Name', ''].map((header) => ({ header, original: header }))
    expect(
      suggestMapping(
        described,
        described.map(() => Array(20).fill(cell)),
      ),
    ).toHaveLength(5)
    const columns = importFieldKeys.map((field, index) => ({ index, header: field, field }))
    async function* rows() {
      yield { number: 1, cells: columns.map(() => cell) }
    }
    const survey = await surveyRows(rows(), columns, { headers: [], hints: { workspace: 'US' } })
    expect(survey.rows).toBe(1)
  })
})

describe('a table as wide as a worksheet', () => {
  it.each(['State', 'Name', 'Title', 'Location', 'x'])('with columns called %s is understood', (header) => {
    const described = Array.from({ length: 16_384 }, () => ({ header, original: header }))
    expect(
      suggestMapping(
        described,
        described.map(() => ['Ada Lamp']),
      ),
    ).toHaveLength(16_384)
  })
})

import { describe, expect, it } from 'vitest'
import {
  decideCase,
  findQuestions,
  initialSettings,
  isMapped,
  keepInNotes,
  mapColumn,
  takeValues,
  unmatchedColumns,
} from './import-settings.ts'
import { decideValue, decisionOf, undecidedValues, withoutCompany } from './import-values.ts'

const analysis = {
  id: 'an-import',
  columns: [
    { index: 0, suggestion: { field: 'fullName', confidence: 0.9 } },
    { index: 1, suggestion: { field: 'notes', confidence: 0.2 } },
    { index: 2, suggestion: { field: null, confidence: 0 } },
  ],
  values: { position: [], status: [{ value: 'Applied', count: 3, match: 'lead' }], source: [], owner: [] },
  rememberedMapping: null,
  dateOrder: 'ambiguous',
} as unknown as Parameters<typeof initialSettings>[0]

describe('initialSettings', () => {
  it('takes over what was found with confidence', () => {
    expect(initialSettings(analysis)).toMatchObject({
      mapping: { 0: 'fullName' },
      values: { status: { Applied: 'lead' } },
    })
  })

  it('leaves the order of dates to the person where the file does not tell', () => {
    expect(initialSettings(analysis)).not.toHaveProperty('dateOrder')
  })

  it('prefers the mapping used last for such a file', () => {
    const remembered = { ...analysis, rememberedMapping: { 2: 'email' as const } }
    expect(initialSettings(remembered).mapping).toEqual({ 2: 'email' })
  })
})

describe('findQuestions', () => {
  const settings = initialSettings(analysis)

  it('holds the columns whose suggestion waits for an answer', () => {
    expect(findQuestions(analysis, settings, new Set())).toEqual(new Set([1]))
  })

  it('ends with a yes, a no, another choice and another column of the field', () => {
    expect(findQuestions(analysis, mapColumn(settings, 1, 'notes'), new Set()).size).toBe(0)
    expect(findQuestions(analysis, settings, new Set([1])).size).toBe(0)
    expect(findQuestions(analysis, mapColumn(settings, 1, 'tags'), new Set()).size).toBe(0)
    expect(findQuestions(analysis, mapColumn(settings, 2, 'notes'), new Set()).size).toBe(0)
  })

  it('is empty for a file that is mapped as last time', () => {
    const remembered = { ...analysis, rememberedMapping: { 0: 'fullName' as const } }
    expect(findQuestions(remembered, initialSettings(remembered), new Set()).size).toBe(0)
  })
})

describe('mapColumn', () => {
  it('takes a field from the column that had it', () => {
    const settings = mapColumn(initialSettings(analysis), 2, 'fullName')
    expect(settings.mapping).toEqual({ 2: 'fullName' })
  })

  it('leaves a column out', () => {
    const settings = mapColumn(initialSettings(analysis), 0, null)
    expect(isMapped(settings, 'fullName')).toBe(false)
  })
})

describe('decideValue', () => {
  const settings = initialSettings(analysis)

  it('keeps what was decided about other values', () => {
    const next = decideValue(settings, 'status', 'Rejected', { kind: 'match', match: 'closed' })
    expect(next.values?.status).toEqual({ Applied: 'lead', Rejected: 'closed' })
  })

  it('replaces what was decided before, and leaves nothing of it', () => {
    const created = decideValue(settings, 'status', 'Waiting', { kind: 'status', type: 'submitted' })
    expect(created.create).toEqual({ positions: {}, statuses: { Waiting: 'submitted' } })
    const empty = decideValue(created, 'status', 'Waiting', { kind: 'empty' })
    expect(empty).not.toHaveProperty('create')
    expect(decisionOf(empty, 'status', 'Waiting')).toEqual({ kind: 'empty' })
    expect(decideValue(empty, 'status', 'Waiting', null)).toEqual(settings)
  })
})

describe('undecidedValues', () => {
  const values = {
    position: [{ value: 'Driver', count: 2, match: null }],
    status: [
      { value: 'Applied', count: 3, match: 'lead' },
      { value: 'Waiting', count: 2, match: null },
      { value: 'Unclear', count: 1, match: null, leftEmpty: true as const },
    ],
    source: [{ value: 'Fair', count: 3, match: null }],
    owner: [],
  }
  const found = { ...analysis, values }
  const settings = {
    ...initialSettings(found),
    mapping: { 0: 'fullName', 1: 'position', 2: 'status' } as const,
  }
  const open = (of: typeof settings, field: 'position' | 'status') =>
    undecidedValues(found, of, field).map(({ value }) => value)

  it('are those that mean nothing in the workspace and were not left empty last time', () => {
    expect([open(settings, 'position'), open(settings, 'status')]).toEqual([['Driver'], ['Waiting']])
  })

  it('end with a decision, and positions also with one for all other rows', () => {
    const position = decideValue(settings, 'position', 'Driver', { kind: 'position', companyName: '' })
    expect(undecidedValues(found, position, 'position')).toEqual([])
    expect(withoutCompany(position)).toEqual(['Driver'])
    expect(undecidedValues(found, { ...settings, positionId: 'a-position' }, 'position')).toEqual([])
  })
})

describe('unmatchedColumns', () => {
  it('are kept in the notes or left out', () => {
    const columns = [
      { index: 2, header: 'Shoe size', samples: ['44'], suggestion: { field: null, confidence: 0, why: '' } },
    ]
    const found = { ...analysis, columns: [...analysis.columns, ...columns] }
    const settings = { ...initialSettings(analysis), mapping: { 0: 'fullName', 1: 'notes' } as const }
    const [open] = [unmatchedColumns({ ...found, columns }, settings, new Set())]
    expect(open).toEqual(columns)
    expect(unmatchedColumns({ ...found, columns }, settings, new Set([2]))).toEqual([])
    expect(keepInNotes(settings, columns).mapping).toEqual({ 0: 'fullName', 1: 'notes', 2: 'notes' })
  })
})

describe('decideCase', () => {
  it('keeps what was said of other cases', () => {
    const settings = decideCase(initialSettings(analysis), 'email_of_another', 'new_person')
    expect(decideCase(settings, 'already_closed', 'apply_again').cases).toEqual({
      email_of_another: 'new_person',
      already_closed: 'apply_again',
    })
  })
})

describe('takeValues', () => {
  it('takes what was found in columns mapped by hand, and keeps what was chosen', () => {
    const chosen = decideValue(initialSettings(analysis), 'status', 'Applied', {
      kind: 'match',
      match: 'contacted',
    })
    const found = {
      position: [],
      status: [
        { value: 'Applied', count: 3, match: 'lead' },
        { value: 'Hired', count: 1, match: 'hired' },
      ],
      source: [],
      owner: [],
    }
    const settings = takeValues(chosen, { values: found, dateOrder: 'dmy', phones: null }, null)
    expect(settings.values?.status).toEqual({ Applied: 'contacted', Hired: 'hired' })
    expect(settings.dateOrder).toBe('dmy')
    expect(
      takeValues(settings, { values: found, dateOrder: 'ambiguous', phones: null }, null),
    ).not.toHaveProperty('dateOrder')
  })

  it('takes the country suggested for other columns, and keeps one that was chosen', () => {
    const suggestion = (country: string) =>
      ({ country, why: 'numbers', numbers: 3, byRow: 0, checked: 3, fitting: 3 }) as const
    const values = { position: [], status: [], source: [], owner: [] }
    const found = { values, dateOrder: 'dmy' as const, phones: suggestion('DE') }
    const started = initialSettings({ ...analysis, phones: suggestion('FR') })
    expect(started.phoneCountry).toBe('FR')
    expect(takeValues(started, found, suggestion('FR')).phoneCountry).toBe('DE')
    const chosen = { ...started, phoneCountry: 'PL' }
    expect(takeValues(chosen, found, suggestion('FR')).phoneCountry).toBe('PL')
    expect(takeValues(started, { ...found, phones: null }, suggestion('FR'))).not.toHaveProperty(
      'phoneCountry',
    )
  })
})

import { describe, expect, it } from 'vitest'
import {
  decideCase,
  findQuestions,
  initialSettings,
  isMapped,
  mapColumn,
  matchValue,
  takeValues,
} from './import-settings.ts'

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

describe('matchValue', () => {
  it('keeps what was said of other values', () => {
    const settings = matchValue(initialSettings(analysis), 'status', 'Rejected', 'closed')
    expect(settings.values?.status).toEqual({ Applied: 'lead', Rejected: 'closed' })
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
    const chosen = matchValue(initialSettings(analysis), 'status', 'Applied', 'contacted')
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

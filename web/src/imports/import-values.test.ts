import { describe, expect, it } from 'vitest'
import type { Analysis, ImportSettings } from './import-settings.ts'
import {
  type Decision,
  decideValue,
  decisionOf,
  hasDefaultPosition,
  newPositionOf,
  newPositionsByClient,
  undecidedValues,
  withCreate,
  withoutCompany,
} from './import-values.ts'

const settings = (more: Partial<ImportSettings> = {}): ImportSettings => ({
  importId: 'i1',
  mapping: { 0: 'fullName', 1: 'position', 2: 'status', 3: 'owner' },
  values: {},
  positionId: null,
  policy: 'skip',
  ...more,
})

const value = (name: string, more: object = {}) => ({ value: name, count: 1, match: null, ...more })

const analysis = (values: Partial<Record<keyof Analysis['values'], object[]>>) =>
  ({ values: { position: [], status: [], source: [], owner: [], ...values } }) as unknown as Analysis

const position: Decision = { kind: 'position', companyName: 'Halden Freight' }

describe('a decision about a value', () => {
  it('is null until somebody decides, and null again once it is taken back', () => {
    expect(decisionOf(settings(), 'status', 'On hold')).toBeNull()
    for (const decision of [
      { kind: 'match', match: 's1' },
      { kind: 'empty' },
      { kind: 'status', type: 'lead' },
    ] as const) {
      const decided = decideValue(settings(), 'status', 'On hold', decision)
      expect(decisionOf(decided, 'status', 'On hold')).toEqual(decision)
      const back = decideValue(decided, 'status', 'On hold', null)
      expect(decisionOf(back, 'status', 'On hold')).toBeNull()
      expect(back.create).toBeUndefined()
    }
  })

  it('is about one field and one value', () => {
    const decided = decideValue(settings(), 'status', 'On hold', { kind: 'status', type: 'lead' })
    expect(decisionOf(decided, 'status', 'on hold')).toBeNull()
    expect(decisionOf(decided, 'position', 'On hold')).toBeNull()
    expect(decisionOf(decided, 'owner', 'On hold')).toBeNull()
  })

  it('takes the place of the one before, of whatever kind', () => {
    const all: Decision[] = [position, { kind: 'match', match: 'p1' }, { kind: 'empty' }]
    for (const first of all)
      for (const second of all) {
        const decided = decideValue(
          decideValue(settings(), 'position', 'Driver', first),
          'position',
          'Driver',
          second,
        )
        expect(decisionOf(decided, 'position', 'Driver')).toEqual(second)
      }
  })

  it('leaves the other values as they were decided', () => {
    const first = decideValue(settings(), 'position', 'Driver', position)
    const second = decideValue(first, 'position', 'Picker', { kind: 'match', match: 'p2' })
    const third = decideValue(second, 'position', 'Driver', { kind: 'empty' })
    expect(decisionOf(third, 'position', 'Picker')).toEqual({ kind: 'match', match: 'p2' })
    expect(decisionOf(second, 'position', 'Driver')).toEqual(position)
  })

  it('keeps the name of a new position that differs from its value', () => {
    const named: Decision = { ...position, name: 'CDL-A driver' } as Decision
    const decided = decideValue(settings(), 'position', 'Driver (nights)', named)
    expect(decisionOf(decided, 'position', 'Driver (nights)')).toEqual(named)
    expect(newPositionOf({ name: 'Driver', company: 'Halden' })).toEqual({
      kind: 'position',
      companyName: 'Halden',
      name: 'Driver',
    })
    expect(newPositionOf({})).toMatchObject({ companyName: '' })
  })
})

describe('values to decide about', () => {
  const file = analysis({
    position: [value('Driver'), value('Picker')],
    status: [value('On hold')],
    source: [value('Fair')],
    owner: [value('Ida')],
  })
  const namesOf = (of: ImportSettings, field: keyof Analysis['values']) =>
    undecidedValues(file, of, field).map(({ value: name }) => name)

  it('are those of mapped fields that nobody decided about', () => {
    expect(namesOf(settings(), 'position')).toEqual(['Driver', 'Picker'])
    expect(namesOf(decideValue(settings(), 'position', 'Driver', { kind: 'empty' }), 'position')).toEqual([
      'Picker',
    ])
    expect(namesOf(settings({ mapping: { 0: 'fullName', 1: 'position' } }), 'status')).toEqual([])
  })

  it('are never sources, which are kept as they stand', () => {
    const mapping = { 0: 'fullName', 1: 'position', 2: 'source' } as const
    expect(namesOf(settings({ mapping }), 'source')).toEqual([])
  })

  it('are no positions where a default position decides about them', () => {
    for (const decided of [
      settings({ positionId: 'p1' }),
      settings({ create: { position: { name: 'Driver', companyName: 'Halden' } } }),
    ]) {
      expect(hasDefaultPosition(decided)).toBe(true)
      expect(namesOf(decided, 'position')).toEqual([])
      expect(namesOf(decided, 'status')).toEqual(['On hold'])
    }
  })

  it('are no statuses and owners while no application is created', () => {
    const mapping = { 0: 'fullName', 2: 'status', 3: 'owner' } as const
    expect(namesOf(settings({ mapping }), 'status')).toEqual([])
    expect(namesOf(settings({ mapping }), 'owner')).toEqual([])
    expect(namesOf(settings({ mapping, positionId: 'p1' }), 'owner')).toEqual(['Ida'])
  })
})

describe('new positions', () => {
  it('are grouped by the client company that their rows name, with the company if it is one', () => {
    const file = analysis({
      position: [
        value('Driver', { company: 'Halden' }),
        value('Picker', { company: 'Halden' }),
        value('Nurse'),
        value('Known', { company: 'Halden', match: 'p1' }),
      ],
    })
    const create = {
      positions: {
        Driver: { companyName: 'Halden Freight' },
        Picker: { companyName: 'Halden Freight' },
        Nurse: {},
      },
    }
    const groups = (of: ImportSettings) =>
      newPositionsByClient(file, of).map(({ client, values, companyName }) => [
        client,
        values.map(({ value: name }) => name),
        companyName,
      ])
    expect(groups(settings({ create }))).toEqual([
      ['Halden', ['Driver', 'Picker'], 'Halden Freight'],
      [null, ['Nurse'], ''],
    ])
    create.positions.Picker.companyName = 'Another'
    expect(groups(settings({ create }))[0]).toEqual(['Halden', ['Driver', 'Picker'], ''])
    expect(groups(settings())).toEqual([])
  })

  it('need a company and a name, the default position as well', () => {
    const create = {
      position: { name: ' ', companyName: 'Halden' },
      positions: { Driver: { companyName: 'Halden' }, Picker: { companyName: ' ' }, Nurse: {} },
    }
    expect(withoutCompany(settings({ create }))).toEqual(['Picker', 'Nurse', ' '])
    expect(withoutCompany(settings())).toEqual([])
  })

  it('are stored while there is anything to create, and not at all otherwise', () => {
    for (const create of [
      { positions: { Driver: { companyName: 'Halden' } } },
      { statuses: { 'On hold': 'lead' as const } },
      { position: { name: 'Driver', companyName: 'Halden' } },
    ])
      expect(withCreate(settings(), create).create).toEqual(create)
    const before = settings({ create: { statuses: { 'On hold': 'lead' } } })
    expect(withCreate(before, { positions: {}, statuses: {} })).toEqual(settings())
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { fieldOf, optionsOf } from '../../testing/custom-fields.ts'
import { loadTexts } from '../../texts/load-texts.ts'
import { type FieldFormValues, newField, newOption, toBody, toValues, validateField } from './field-form.ts'

const body = (values: Partial<FieldFormValues>) =>
  toBody({ ...newField, label: 'Pay', ...values }, 'application')
const problems = (values: Partial<FieldFormValues>) =>
  Object.keys(validateField({ ...newField, label: 'Pay', ...values }))
const option = (label: string) => ({ ...newOption(null), label })

beforeAll(() => loadTexts())

describe('what the form of a field sends', () => {
  it('has limits of money in minor units, which are typed in major ones', () => {
    const { validation } = body({ type: 'money', currency: 'USD', min: '12.50', max: '1000' })
    expect(validation).toEqual({ min: 1250, max: 100_000 })
    const stored = fieldOf(1, { type: 'money', currency: 'USD', validation: { min: 1250, max: 100_000 } })
    expect(toValues(stored)).toMatchObject({ min: '12.5', max: '1000' })
  })

  it('has limits of a currency without minor units as they are', () => {
    expect(body({ type: 'money', currency: 'JPY', min: '500' }).validation).toEqual({ min: 500 })
  })

  it('has no limit that is left empty', () => {
    expect(body({ type: 'number', min: '', max: '5' }).validation).toEqual({ max: 5 })
  })

  it('has only what the type has: no unit, limit, options or order of another', () => {
    const sent = body({
      ...{ type: 'choices', options: [option('Days')], unit: 'hours', min: '1', maxLength: '9' },
      sortable: true,
    })
    expect(sent).toMatchObject({ unit: null, validation: {}, sortable: false, currency: null })
    expect(body({ type: 'text', options: [option('Days')] })).not.toHaveProperty('options')
    expect(body({ type: 'text', sortable: true }).sortable).toBe(true)
  })

  it('has the options that have a name, trimmed, and which of them are retired', () => {
    const [days, nights] = optionsOf('Days', 'Nights')
    const stored = fieldOf(1, { type: 'choice', options: [days!, { ...nights!, retired: true }] })
    const values = toValues(stored)
    const sent = body({ ...values, options: [...values.options, option('  '), option(' Weekends ')] })
    expect(sent.options?.map(({ id, label, retired }) => ({ id, label, retired }))).toEqual([
      { id: days!.id, label: 'Days', retired: false },
      { id: nights!.id, label: 'Nights', retired: true },
      { id: undefined, label: 'Weekends', retired: false },
    ])
  })

  it('has no option again that was merged into another', () => {
    const [days, nights] = optionsOf('Days', 'Nights')
    const stored = fieldOf(1, { type: 'choice', options: [days!, { ...nights!, mergedInto: days!.id }] })
    expect(toValues(stored).options.map(({ label }) => label)).toEqual(['Days'])
  })

  it('has no role where all roles may see and edit it', () => {
    expect(body({ visibleTo: [], editableTo: [] })).toMatchObject({ visibleTo: null, editableTo: null })
    expect(body({ visibleTo: ['recruiter'] }).visibleTo).toEqual(['recruiter'])
  })

  it('has the section, the help and the unit trimmed', () => {
    const sent = body({ type: 'number', section: ' Pay ', help: ' Gross ', unit: ' hours ' })
    expect(sent).toMatchObject({ section: 'Pay', help: 'Gross', unit: 'hours' })
  })
})

describe('the form of a field is refused', () => {
  it.each<[string, Partial<FieldFormValues>, string[]]>([
    ['without a name', { label: ' ' }, ['label']],
    ['with a smallest value that is no number', { type: 'number', min: 'low' }, ['min']],
    ['with a largest value that is no number', { type: 'number', max: 'high' }, ['max']],
    ['with a part of a character as the limit', { type: 'text', maxLength: '1.5' }, ['maxLength']],
    ['with a list of blank options', { type: 'choice', options: [option(' ')] }, ['options']],
  ])('%s', (_, values, fields) => {
    expect(problems(values)).toEqual(fields)
  })

  it.each<[string, Partial<FieldFormValues>]>([
    ['limits that its type does not have', { type: 'text', min: 'low', max: 'high' }],
    ['options that its type does not have', { type: 'text', options: [] }],
    ['a decimal limit', { type: 'number', max: '2.5' }],
  ])('not for %s', (_, values) => {
    expect(problems(values)).toEqual([])
  })
})

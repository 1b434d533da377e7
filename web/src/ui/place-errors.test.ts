import { describe, expect, it } from 'vitest'
import { placeErrors } from './place-errors.ts'

const values = {
  name: 'First calls',
  costPerDay: 5,
  nothing: null,
  weekdays: ['1', '2'],
  statusType: ['lead'],
  currency: 'USD',
  weekday: { to: '17:00' },
  customFields: {},
  questions: [{ text: 'Why?' }],
}

const place = (name: string) => Object.keys(placeErrors({ [name]: 'Wrong' }, values))

describe('placeErrors', () => {
  it('keeps the name of a field of the form, nested or not', () => {
    expect(place('name')).toEqual(['name'])
    expect(place('weekday.to')).toEqual(['weekday.to'])
  })

  it('shows what is wrong within a value at the one field for it, even if it is empty', () => {
    expect(place('costPerDay.minor')).toEqual(['costPerDay'])
    expect(place('nothing.minor')).toEqual(['nothing'])
    expect(place('weekdays.1')).toEqual(['weekdays'])
  })

  it('finds a field that the form has without what is around it', () => {
    expect(place('filters.statusType.0')).toEqual(['statusType'])
    expect(place('cost.currency')).toEqual(['currency'])
  })

  it('keeps the name within a record that has no such value yet', () => {
    expect(place('customFields.license')).toEqual(['customFields.license'])
  })

  it('shows an error of a row at the row and at its list', () => {
    expect(place('questions.0.text')).toEqual(['questions.0.text', 'questions'])
  })

  it('keeps a name that the form does not know', () => {
    expect(place('expiresAt')).toEqual(['expiresAt'])
  })

  it('keeps the first of several errors of one field', () => {
    const errors = { 'costPerDay.minor': 'Too high', 'costPerDay.currency': 'Unknown' }
    expect(placeErrors(errors, values).costPerDay).toBe('Too high')
  })
})

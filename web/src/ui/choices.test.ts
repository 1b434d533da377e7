import { describe, expect, it } from 'vitest'
import { chosenText, matchingChoices } from './choices.ts'

const choices = [
  { value: 'anna', label: 'Anna' },
  { value: 'bo', label: 'Bo' },
]
const said = (values?: string[]) => chosenText({ any: 'anyone', choices, values })

describe('what is chosen', () => {
  it('is one by its name, and of several how many', () => {
    expect(said()).toBe('anyone')
    expect(said([])).toBe('anyone')
    expect(said(['bo'])).toBe('Bo')
    expect(said(['anna', 'bo'])).toBe('any of 2')
  })

  it('is a dash of dots while its name is not there yet', () => {
    expect(chosenText({ any: 'anyone', choices: undefined, values: ['anna'] })).toBe('…')
  })
})

describe('what is offered', () => {
  it('has what was typed, whatever its case and accents', () => {
    const names = [{ value: 'm', label: 'Müller & Söhne' }, ...choices]
    expect(matchingChoices(names, ' MULLER').map(({ value }) => value)).toEqual(['m'])
    expect(matchingChoices(names, '')).toEqual(names)
  })
})

import { describe, expect, it } from 'vitest'
import { chosenText, matchingChoices } from './choices.ts'

const choices = [
  { value: 'anna', label: 'Anna' },
  { value: 'bo', label: 'Bo' },
]
const text = (values?: string[]) => chosenText({ any: 'anyone', choices, values })

describe('what is chosen', () => {
  it('shows the name of one, and the number of several', () => {
    expect(text()).toBe('anyone')
    expect(text([])).toBe('anyone')
    expect(text(['bo'])).toBe('Bo')
    expect(text(['anna', 'bo'])).toBe('2 selected')
  })

  it('shows an ellipsis while the name is loading', () => {
    expect(chosenText({ any: 'anyone', choices: undefined, values: ['anna'] })).toBe('…')
  })
})

describe('what is offered', () => {
  it('includes labels that match the text, ignoring case and diacritics', () => {
    const names = [{ value: 'm', label: 'Müller & Söhne' }, ...choices]
    expect(matchingChoices(names, ' MULLER').map(({ value }) => value)).toEqual(['m'])
    expect(matchingChoices(names, '')).toEqual(names)
  })
})

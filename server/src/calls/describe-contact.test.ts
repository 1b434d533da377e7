import { describe, expect, it } from 'vitest'
import { inLanguage } from '#texts'
import { describeContact } from './describe-contact.ts'
import { formatContact } from './format-contact.ts'

describe('describeContact', () => {
  it.each([
    ['human_conversation', 'interested', 1, 'Spoke with, interested'],
    ['human_conversation', 'callback', 3, 'Callback set'],
    ['human_conversation', null, 1, 'Spoke with'],
    ['no_answer', null, 1, 'No answer'],
    ['no_answer', null, 2, 'No answer, 2 tries'],
    ['voicemail', null, 4, 'Voicemail left'],
  ] as const)('describes %s, %s, attempt %i as %s', (endReason, outcome, tries, words) => {
    expect(describeContact({ endReason, outcome, tries })).toBe(words)
  })
})

describe('formatContact', () => {
  it.each([
    ['Spoke with, interested', 'Interested'],
    ['Missed their call', 'Missed call'],
    ['No answer, 2 tries', 'No answer, 2 attempts'],
    ['Voicemail left', 'Voicemail left'],
  ])('words the stored %s as screens do: %s', (stored, shown) => {
    expect(formatContact(stored)).toBe(shown)
  })

  it('translates a result with its number', () => {
    expect(inLanguage('de', () => formatContact('Busy, 3 tries'))).toBe('Besetzt, 3 Versuche')
  })
})

import { describe, expect, it } from 'vitest'
import { describeContact } from './describe-contact.ts'

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

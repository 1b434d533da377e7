import { describe, expect, it } from 'vitest'
import { mentionBefore, mentionedIn, withMentions } from './mentions.ts'

const ana = { id: 'a', name: 'Ana' }
const anaOrtiz = { id: 'o', name: 'Ana Ortiz' }

describe('mentionedIn', () => {
  it('prefers the longer of two names with the same beginning', () => {
    expect(mentionedIn('Ask @Ana Ortiz', [ana, anaOrtiz])).toEqual(['o'])
    expect(mentionedIn('Ask @Ana and @Ana Ortiz', [ana, anaOrtiz])).toEqual(['o', 'a'])
    expect(mentionedIn('Ask ana@example.com', [ana])).toEqual([])
  })

  it('mentions both of two people with one name', () => {
    expect(mentionedIn('@Ana', [ana, { id: 'b', name: 'Ana' }])).toEqual(['a', 'b'])
  })
})

describe('mentionBefore', () => {
  it('is the text between the @ and the caret, up to a first and a last name', () => {
    expect(mentionBefore('Ask @Ana Or', 11)).toBe('Ana Or')
    expect(mentionBefore('Ask @', 5)).toBe('')
    expect(mentionBefore('ana@example', 11)).toBeNull()
  })
})

describe('withMentions', () => {
  it('emphasises names without parsing them as Markdown', () => {
    expect(withMentions('@A_b', [{ id: 'x', name: 'A_b' }])).toBe('**@A\\_b**')
  })
})

import { describe, expect, it } from 'vitest'
import { mentionBefore, mentionedIn, withMentions } from './mentions.ts'

const ana = { id: 'a', name: 'Ana' }
const anaOrtiz = { id: 'o', name: 'Ana Ortiz' }

describe('mentionedIn', () => {
  it('takes the longer of two names that begin alike', () => {
    expect(mentionedIn('Ask @Ana Ortiz', [ana, anaOrtiz])).toEqual(['o'])
    expect(mentionedIn('Ask @Ana and @Ana Ortiz', [ana, anaOrtiz])).toEqual(['o', 'a'])
    expect(mentionedIn('Ask ana@example.com', [ana])).toEqual([])
  })

  it('means both of two people with one name', () => {
    expect(mentionedIn('@Ana', [ana, { id: 'b', name: 'Ana' }])).toEqual(['a', 'b'])
  })
})

describe('mentionBefore', () => {
  it('is what follows the @ before the caret, up to a first and a last name', () => {
    expect(mentionBefore('Ask @Ana Or', 11)).toBe('Ana Or')
    expect(mentionBefore('Ask @', 5)).toBe('')
    expect(mentionBefore('ana@example', 11)).toBeNull()
  })
})

describe('withMentions', () => {
  it('lets names stand out without reading them as Markdown', () => {
    expect(withMentions('@A_b', [{ id: 'x', name: 'A_b' }])).toBe('**@A\\_b**')
  })
})

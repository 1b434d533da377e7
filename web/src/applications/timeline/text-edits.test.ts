import { describe, expect, it } from 'vitest'
import { startLines, toggleMark } from './text-edits.ts'

describe('toggleMark', () => {
  it('adds marks around the selection, and removes them again', () => {
    const marked = toggleMark({ text: 'call Ana today', start: 5, end: 8 }, '**')
    expect(marked).toEqual({ text: 'call **Ana** today', start: 7, end: 10 })
    expect(toggleMark(marked, '**')).toEqual({ text: 'call Ana today', start: 5, end: 8 })
  })
})

describe('startLines', () => {
  it('turns the selected lines into a list and back', () => {
    const listed = startLines({ text: 'one\ntwo', start: 1, end: 7 }, '- ')
    expect(listed.text).toBe('- one\n- two')
    expect(startLines(listed, '- ').text).toBe('one\ntwo')
  })
})

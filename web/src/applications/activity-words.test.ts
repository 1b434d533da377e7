import { describe, expect, it } from 'vitest'
import { type ActivityLog, editWords } from './activity-words.ts'

function edited(field: string, oldValue: string | null, newValue: string | null) {
  return editWords({ kind: 'edited', field, oldValue, newValue } as ActivityLog)
}

describe('editWords', () => {
  it('says from what to what', () => {
    expect(edited('source', 'Indeed', 'Referral')).toBe('changed the source from Indeed to Referral')
    expect(edited('location', null, 'Oslo')).toBe('set the location to Oslo')
    expect(edited('email', 'a@example.com', null)).toBe('removed the e-mail a@example.com')
  })

  it('names the owner, and whose it was when nobody owns it any more', () => {
    expect(edited('ownerId', null, 'Ines Roth')).toBe('assigned it to Ines Roth')
    expect(edited('ownerId', 'Ines Roth', null)).toBe('unassigned it, it was with Ines Roth')
  })

  it('tells which tags came and went', () => {
    expect(edited('tags', '["RN"]', '["RN","own car"]')).toBe('added own car as a tag')
    expect(edited('tags', '["RN"]', '["LPN"]')).toBe('added LPN and removed RN as tags')
    expect(edited('tags', 'not a list', '["LPN"]')).toBe('added LPN as a tag')
  })

  it('does not repeat notes and files', () => {
    expect(edited('notes', 'long text', 'longer text')).toBe('changed the notes')
    expect(edited('resumeFileId', null, 'some id')).toBe('added the résumé')
  })

  it('says that somebody must not be called', () => {
    expect(edited('doNotCall', 'false', 'true')).toBe('marked that they must not be called')
  })
})

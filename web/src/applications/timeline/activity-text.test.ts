import { describe, expect, it } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { customFieldsQuery } from '../../custom-fields/custom-fields-query.ts'
import { type ActivityLog, activityText } from './activity-text.ts'

const ines = { kind: 'user', id: null, name: 'Ines Roth' }

function edited(field: string, oldValue: string | null, newValue: string | null) {
  return activityText({ kind: 'edited', actor: ines, field, oldValue, newValue } as ActivityLog)
}

describe('activityText', () => {
  it('names the old and the new value', () => {
    expect(edited('source', 'Indeed', 'Referral')).toBe('Ines Roth changed Source from Indeed to Referral')
    expect(edited('location', null, 'Oslo')).toBe('Ines Roth set Location to Oslo')
    expect(edited('email', 'a@example.com', null)).toBe('Ines Roth removed Email: a@example.com')
  })

  it('shows phone numbers and the dates of custom fields as the record does', () => {
    const fields = [
      { key: 'expires', label: 'License expires', type: 'date' },
      { key: 'tested', label: 'Tested', type: 'dateTime' },
      { key: 'second', label: 'Second phone', type: 'phone' },
      { key: 'note', label: 'Note', type: 'text' },
    ]
    queryClient.setQueryData(customFieldsQuery('candidate').queryKey, { items: fields } as never)
    const custom = (key: string, value: string) => edited(`candidate.customFields.${key}`, null, value)
    expect(edited('phone', null, '+13125550111')).toBe('Ines Roth set Phone to +1 312 555 0111')
    expect(custom('expires', '2031-08-31')).toBe('Ines Roth set License expires to Aug 31, 2031')
    expect(custom('expires', 'soon')).toBe('Ines Roth set License expires to soon')
    expect(custom('tested', '2031-08-31T12:00:00.000Z')).toMatch(/set Tested to Aug 31, 2031, /)
    expect(custom('second', '+13125550177')).toBe('Ines Roth set Second phone to +1 312 555 0177')
    // Its key ends like those of the times that candidates and applications have.
    expect(custom('worksAt', 'Halden Freight')).toBe('Ines Roth set worksAt to Halden Freight')
    // Text that looks like a date stays as it was written.
    expect(custom('note', '2031-08-31')).toBe('Ines Roth set Note to 2031-08-31')
    expect(custom('retired', '2031-08-31')).toBe('Ines Roth set retired to 2031-08-31')
  })

  it('names the owner, and the previous one when nobody owns it any more', () => {
    expect(edited('ownerId', null, 'Mats Keller')).toBe('Ines Roth assigned the application to Mats Keller')
    expect(edited('ownerId', 'Mats Keller', null)).toBe('Ines Roth unassigned Mats Keller')
  })

  it('names added and removed tags', () => {
    expect(edited('tags', '["RN"]', '["RN","own car"]')).toBe('Ines Roth added the tag own car')
    expect(edited('tags', '["RN"]', '["LPN"]')).toBe('Ines Roth added the tag LPN and removed RN')
    expect(edited('tags', 'not a list', '["LPN"]')).toBe('Ines Roth added the tag LPN')
  })

  it('does not repeat notes and files', () => {
    expect(edited('notes', 'long text', 'longer text')).toBe('Ines Roth changed Notes')
    expect(edited('resumeFileId', null, 'some id')).toBe('Ines Roth added Résumé')
  })

  it('reports that somebody must not be called', () => {
    expect(edited('doNotCall', 'false', 'true')).toBe('Ines Roth marked the candidate as Do not call')
  })

  it('names the client of what was shared and asked', () => {
    const text = (kind: ActivityLog['kind'], newValue: string | null = 'Halden Freight') =>
      activityText({ kind, actor: ines, newValue } as ActivityLog)
    expect(text('shared')).toBe('Ines Roth shared the candidate with Halden Freight')
    expect(text('withdrawn')).toBe('Ines Roth withdrew the candidate from Halden Freight')
    expect(text('asked')).toBe('Ines Roth of Halden Freight asked')
    expect(text('replied')).toBe('Ines Roth replied to Halden Freight')
    // Erased.
    expect(text('shared', null)).toBe('Ines Roth shared the candidate with the client')
  })

  it('reports a removed file', () => {
    const log = { kind: 'file', actor: ines, deletedAt: '2026-01-05T10:00:00Z' } as ActivityLog
    expect(activityText(log)).toBe('Ines Roth attached a file (since removed)')
  })
})

import { beforeEach, expect, it } from 'vitest'
import { dropDraft, emptyDraft, isBegun, readDraft, saveDraft } from './application-draft.ts'

beforeEach(() => sessionStorage.clear())

it('is begun once something about the person is filled in, not by a position or an owner', () => {
  expect(isBegun(emptyDraft)).toBe(false)
  expect(isBegun({ ...emptyDraft, positionId: 'p1', ownerId: 'u1', statusId: 's1', source: 'Fair' })).toBe(
    false,
  )
  for (const filled of [
    { name: 'Ana' },
    { email: 'ana@example.com' },
    { phone: '1' },
    { profileUrl: 'https://example.com' },
    { comment: 'Call her' },
    { person: { id: 'c1', name: 'Ana', email: null, phone: null } },
    { resume: { id: 'f1', name: 'cv.pdf', contentType: 'application/pdf', size: 1 } },
  ])
    expect(isBegun({ ...emptyDraft, ...filled }), JSON.stringify(filled)).toBe(true)
})

it('comes back after a reload, also one of an earlier version, until it is dropped', () => {
  expect(readDraft()).toBeNull()
  const draft = { ...emptyDraft, name: 'Ana Ortiz', tags: ['nights'] }
  saveDraft(draft)
  expect(readDraft()).toEqual(draft)
  const { customFields: _, personFields: __, ...earlier } = draft
  saveDraft(earlier as never)
  expect(readDraft()).toEqual(draft)
  dropDraft()
  expect(readDraft()).toBeNull()
})

import type { ImportPolicy } from '@muster/contract/import-fields.ts'
import { describe, expect, it } from 'vitest'
import { changesToApplication, changesToPerson, isSameMinute } from './find-changes.ts'
import type { Person, PersonApplication } from './person.ts'
import type { ResolvedRow } from './resolved-row.ts'

const policies = ['skip', 'fill_blanks', 'overwrite', 'create_anyway'] as const satisfies ImportPolicy[]

const blank: Person['fields'] = {
  name: 'Priya Sharma',
  email: null,
  phone: null,
  phoneExtension: null,
  profileUrl: null,
  externalId: null,
  location: null,
  currentCompany: null,
  currentTitle: null,
  notes: null,
  doNotCall: false,
  consent: 'unknown',
}

/** What a row of these fields changes about somebody, as field → what it becomes. */
function changed(
  before: Partial<Person['fields']>,
  said: Partial<ResolvedRow['candidate']> & { notes?: string },
  policy: ImportPolicy,
  corrects: ResolvedRow['corrects'] = null,
) {
  const { notes = null, ...candidate } = said
  const none = { ...blank, hasName: false, firstName: null, lastName: null, doNotCall: null, consent: null }
  const person = { id: 'p', row: null, version: 1, applications: [], fields: { ...blank, ...before } }
  const row = {
    candidate: { ...none, ...candidate },
    notes,
    corrects,
    remarks: [],
    custom: [],
  } as unknown as ResolvedRow
  const { changes, kept } = changesToPerson(person, row, policy)
  return {
    fields: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    kept: kept.map(({ message }) => message),
  }
}

/** A row that corrects an earlier one, which had lost these values. */
const correcting = (lost: Record<string, unknown>) =>
  ({ row: 2, candidateId: 'p', lost: new Map(Object.entries(lost)) }) as unknown as ResolvedRow['corrects']

describe('a consent that somebody withdrew', () => {
  it.each(policies)('is not lifted by an import with the policy %s', (policy) => {
    const { fields, kept } = changed({ consent: 'withdrawn' }, { consent: 'given' }, policy)
    expect(fields).toEqual({})
    if (policy === 'fill_blanks' || policy === 'overwrite')
      expect(kept).toEqual(['This candidate withdrew consent. An import does not change that.'])
  })

  it('is not lifted by a row that corrects another', () => {
    // Neither where the earlier row lost the cell, nor where it was the row that brought the withdrawal.
    for (const lost of [null, 'withdrawn'])
      for (const policy of policies)
        expect(
          changed({ consent: 'withdrawn' }, { consent: 'given' }, policy, correcting({ consent: lost })),
        ).toEqual({
          fields: {},
          kept: ['This candidate withdrew consent. An import does not change that.'],
        })
  })

  it('is taken from a row by the policies that change people, also where they had given it', () => {
    for (const policy of ['fill_blanks', 'overwrite'] as const)
      for (const consent of ['unknown', 'given'] as const)
        expect(changed({ consent }, { consent: 'withdrawn' }, policy).fields).toEqual({
          consent: 'withdrawn',
        })
    expect(changed({ consent: 'given' }, { consent: 'withdrawn' }, 'skip').fields).toEqual({})
  })
})

describe('a consent in a row', () => {
  it('is taken where none is known, and does not become unknown', () => {
    expect(changed({}, { consent: 'given' }, 'fill_blanks').fields).toEqual({ consent: 'given' })
    expect(changed({ consent: 'given' }, { consent: 'unknown' }, 'overwrite').fields).toEqual({})
  })
})

describe('somebody who asked not to be called', () => {
  it.each(['fill_blanks', 'overwrite'] as const)('stays so, whatever the file says, by %s', (policy) => {
    expect(changed({ doNotCall: true }, { doNotCall: false }, policy)).toEqual({
      fields: {},
      kept: ['This candidate asked not to be called. An import does not change that.'],
    })
  })

  it('is marked by a row that says so, by the policies that change people', () => {
    for (const policy of ['fill_blanks', 'overwrite'] as const)
      expect(changed({}, { doNotCall: true }, policy).fields).toEqual({ doNotCall: true })
    for (const policy of ['skip', 'create_anyway'] as const)
      expect(changed({}, { doNotCall: true }, policy).fields).toEqual({})
  })

  it('is marked by a correction of that cell alone', () => {
    expect(changed({}, { doNotCall: true }, 'skip', correcting({ doNotCall: null })).fields).toEqual({
      doNotCall: true,
    })
    expect(changed({}, { doNotCall: true }, 'skip', correcting({ email: null })).fields).toEqual({})
  })
})

describe('what is known of somebody', () => {
  it('is only added to by fill_blanks', () => {
    const said = { location: 'Oslo', currentTitle: 'Welder', notes: 'Late shifts' }
    expect(changed({ location: 'Bergen' }, said, 'fill_blanks').fields).toEqual({
      currentTitle: 'Welder',
      notes: 'Late shifts',
    })
  })

  it('is replaced by overwrite, but not by an empty cell', () => {
    expect(
      changed({ location: 'Bergen', currentTitle: 'Cook' }, { location: 'Oslo' }, 'overwrite').fields,
    ).toEqual({ location: 'Oslo' })
  })

  it('is left alone by skip', () => {
    expect(changed({}, { location: 'Oslo' }, 'skip').fields).toEqual({})
  })

  it('is changed by a correction only where the earlier row lost the value and nobody entered one since', () => {
    const lost = correcting({ location: 'Os?o', currentTitle: 'W?lder' })
    const said = { location: 'Oslo', currentTitle: 'Welder', currentCompany: 'Dock' }
    const before = { location: 'Os?o', currentTitle: 'Foreman' }
    expect(changed(before, said, 'skip', lost).fields).toEqual({ location: 'Oslo' })
    expect(changed({}, said, 'skip', lost).fields).toEqual({ location: 'Oslo', currentTitle: 'Welder' })
  })
})

describe('a phone number', () => {
  const phone = '+13125550142'

  it('brings its extension, and takes away that of the number it replaces', () => {
    expect(
      changed({ phone: '+13125550100', phoneExtension: '7' }, { phone, phoneExtension: null }, 'overwrite')
        .fields,
    ).toEqual({ phone, phoneExtension: null })
    expect(changed({}, { phone, phoneExtension: '9' }, 'fill_blanks').fields).toEqual({
      phone,
      phoneExtension: '9',
    })
  })

  it('that is known gets an extension by fill_blanks only where it has none', () => {
    const said = { phone, phoneExtension: '9' }
    expect(changed({ phone }, said, 'fill_blanks').fields).toEqual({ phoneExtension: '9' })
    expect(changed({ phone, phoneExtension: '7' }, said, 'fill_blanks').fields).toEqual({})
    expect(changed({ phone, phoneExtension: '7' }, said, 'overwrite').fields).toEqual({ phoneExtension: '9' })
  })

  it('keeps its extension where the row has none', () => {
    expect(
      changed({ phone, phoneExtension: '7' }, { phone, phoneExtension: null }, 'overwrite').fields,
    ).toEqual({})
  })
})

describe('a name', () => {
  const named = (name: string) => ({ name, hasName: true })

  it('replaces one that was only put there because none was known', () => {
    const email = 'priya@example.com'
    expect(changed({ name: email, email }, named('Priya Sharma'), 'fill_blanks').fields).toEqual({
      name: 'Priya Sharma',
    })
  })

  it('stays by fill_blanks where one is known', () => {
    expect(changed({}, named('Priya A. Sharma'), 'fill_blanks').fields).toEqual({})
  })

  it('is replaced by overwrite with a longer form of it or another one, and not with a shorter form', () => {
    expect(changed({}, named('Priya Anand Sharma'), 'overwrite').fields).toEqual({
      name: 'Priya Anand Sharma',
    })
    expect(changed({}, named('P. Sharma'), 'overwrite').fields).toEqual({})
    expect(changed({}, named('Mia Low'), 'overwrite').fields).toEqual({ name: 'Mia Low' })
  })
})

describe('an application that is there', () => {
  const before = { ownerId: 'rita', source: 'Fair', tags: ['one'], appliedAt: '2026-01-05T10:00:00.000Z' }
  const application = { id: 'a', fields: before } as unknown as PersonApplication

  function change(said: object, policy: ImportPolicy, fields: Partial<typeof before> = {}) {
    const row = {
      said: { ownerId: null, source: null },
      custom: [],
      tags: [],
      appliedAt: null,
      corrects: null,
      ...said,
    }
    const known = { ...application, fields: { ...before, ...fields } } as PersonApplication
    return Object.fromEntries(
      changesToApplication(known, row as unknown as ResolvedRow, policy).map(({ field, after }) => [
        field,
        after,
      ]),
    )
  }
  const said = {
    said: { ownerId: 'omar', source: 'Web' },
    tags: ['two'],
    appliedAt: '2026-02-01T08:00:00.000Z',
  }

  it('keeps its owner, source, tags and day by fill_blanks, and takes on what it has none of', () => {
    expect(change(said, 'fill_blanks')).toEqual({})
    expect(change(said, 'fill_blanks', { ownerId: null as never, tags: [] })).toEqual({
      ownerId: 'omar',
      tags: ['two'],
    })
  })

  it('is replaced by overwrite, and left alone by skip', () => {
    expect(change(said, 'overwrite')).toEqual({
      ownerId: 'omar',
      source: 'Web',
      tags: ['two'],
      appliedAt: said.appliedAt,
    })
    expect(change(said, 'skip')).toEqual({})
  })

  it('is not changed by the same minute written otherwise, nor by empty cells', () => {
    expect(change({ appliedAt: '2026-01-05T10:00:59.000Z' }, 'overwrite')).toEqual({})
    expect(change({}, 'overwrite')).toEqual({})
  })
})

describe('two times', () => {
  it('are of the same minute to the last second of it', () => {
    expect(isSameMinute('2026-01-05T10:00:59.999Z', '2026-01-05T10:00:00.000Z')).toBe(true)
    expect(isSameMinute('2026-01-05T10:01:00.000Z', '2026-01-05T10:00:59.999Z')).toBe(false)
  })
})

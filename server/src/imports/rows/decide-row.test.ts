import type { ImportCase, ImportCaseChoice } from '@muster/contract/import-cases.ts'
import { describe, expect, it } from 'vitest'
import { newId } from '../../database/new-id.ts'
import type { NormalisedCandidate } from '../meaning/normalise-candidate.ts'
import type { ImportOrder } from '../open-import.ts'
import { applyDecision } from './apply-decision.ts'
import { type CaseSettings, decideRow } from './decide-row.ts'
import { createPeople } from './people.ts'
import type { Person, PersonApplication } from './person.ts'
import { planRows } from './plan-rows.ts'
import type { PositionRef, ResolvedRow } from './resolved-row.ts'

const lead = { id: 'new-lead', name: 'New lead', type: 'lead', slaDays: null } as const
const position: PositionRef = { id: 'drivers', name: 'Forklift driver', state: 'open', statuses: [lead] }

const candidate: NormalisedCandidate = {
  name: 'Jordan Kim',
  hasName: true,
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  phoneExtension: null,
  profileUrl: null,
  externalId: null,
  location: null,
  currentCompany: null,
  currentTitle: null,
  doNotCall: null,
  consent: null,
}

function row(
  number: number,
  said: Partial<NormalisedCandidate>,
  more: Partial<ResolvedRow> = {},
): ResolvedRow {
  return {
    number,
    cells: [],
    candidate: { ...candidate, ...said },
    notes: null,
    positionName: position.name,
    destination: { position, status: lead, ending: null },
    noDestination: null,
    positionIds: [position.id],
    isAlone: false,
    known: null,
    gone: null,
    ownerId: null,
    source: null,
    tags: [],
    appliedAt: null,
    history: { at: null, taken: {}, problems: [] },
    custom: [],
    missing: [],
    said: { ownerId: null, source: null },
    problems: [],
    lost: [],
    remarks: [],
    ragged: null,
    corrects: null,
    refusal: null,
    ...more,
  }
}

function person(
  id: string,
  fields: Partial<Person['fields']>,
  applications: PersonApplication[] = [],
): Person {
  return {
    id,
    row: null,
    version: 1,
    applications,
    fields: {
      name: 'Marcus Lee',
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
      ...fields,
    },
  }
}

function application(closedAt: string | null, more: Partial<PersonApplication> = {}): PersonApplication {
  return {
    id: 'an-application',
    positionId: position.id,
    row: null,
    statusId: lead.id,
    statusType: closedAt ? 'closed' : 'lead',
    closedAt,
    version: 1,
    fields: { ownerId: null, source: null, tags: [], appliedAt: '2024-01-01T00:00:00.000Z' },
    ...more,
  }
}

/** Decides rows one after the other, each seeing what those before it made. */
function decide(rows: ResolvedRow[], known: Person[], settings: Partial<CaseSettings> = {}) {
  const people = createPeople()
  for (const one of known) people.add(one)
  let made = 0
  return rows.map((each) =>
    applyDecision(
      decideRow(each, people, { policy: 'fill_blanks', ...settings }),
      people,
      () => `~${++made}`,
      '2025-01-01T00:00:00.000Z',
    ),
  )
}

const chosen = (kind: ImportCase, choice: ImportCaseChoice) => ({ cases: { [kind]: choice } })

describe.each([
  ['external_id_of_another', { externalId: 'A-1' }],
  ['email_of_another', { email: 'team@example.com' }],
  ['phone_of_another', { phone: '+13125550100' }],
  ['profile_url_of_another', { profileUrl: 'https://linkedin.com/in/team' }],
] as const)('%s', (kind, shared) => {
  const marcus = () => person('marcus', shared)
  const jordan = row(2, { ...shared, location: 'Oslo' })

  it('is left out unless something else is chosen', () => {
    for (const settings of [{}, chosen(kind, 'leave_out')])
      expect(decide([jordan], [marcus()], settings)).toMatchObject([
        {
          result: 'conflict',
          reason: { code: kind },
          person: null,
          cases: [{ kind, person: { id: 'marcus' } }],
        },
      ])
  })

  it('is the same person once chosen, and changes them by the policy', () => {
    const [outcome] = decide([jordan], [marcus()], chosen(kind, 'same_person'))
    expect(outcome).toMatchObject({
      result: 'create',
      person: { id: 'marcus', fields: { location: 'Oslo' } },
    })
    expect(outcome!.person!.fields.name).toBe('Marcus Lee')
    const renamed = decide([jordan], [marcus()], { ...chosen(kind, 'same_person'), policy: 'overwrite' })
    expect(renamed[0]!.person!.fields.name).toBe('Jordan Kim')
  })

  it('is a new person once chosen, found again by the next row of theirs', () => {
    const own = kind === 'phone_of_another' ? { email: 'jk@example.com' } : { phone: '+13125550177' }
    const again = row(3, { ...shared, ...own })
    const first = { ...again, number: 2 }
    const outcomes = decide([first, again], [marcus()], chosen(kind, 'new_person'))
    expect(outcomes).toMatchObject([{ result: 'create', personIsNew: true }, { result: 'skip' }])
    expect(outcomes[0]!.problems[0]).toMatchObject({ code: kind, severity: 'warning' })
  })
})

describe('a new person who shares', () => {
  it('has the e-mail and phone of a household, but no id or profile that is somebody else’s', () => {
    const known = person('marcus', {
      externalId: 'A-1',
      profileUrl: 'https://x.example/m',
      phone: '+13125550100',
    })
    const said = { externalId: 'A-1', profileUrl: 'https://x.example/m', phone: '+13125550100' }
    const cases = {
      external_id_of_another: 'new_person',
      phone_of_another: 'new_person',
      profile_url_of_another: 'new_person',
    } as const
    const [outcome] = decide([row(2, said)], [known], { cases })
    expect(outcome!.person!.fields).toMatchObject({
      externalId: null,
      profileUrl: null,
      phone: '+13125550100',
    })
  })

  it('is recognised by their name among those who share', () => {
    const known = [
      person('a', { phone: '+13125550100' }),
      person('b', { name: 'Jordan Kim', phone: '+13125550100' }),
    ]
    const [outcome] = decide([row(2, { phone: '+13125550100' })], known)
    expect(outcome).toMatchObject({ person: { id: 'b' }, cases: [] })
  })
})

describe('several_people', () => {
  const known = () => [
    person('one', { name: 'Jordan Kim', email: 'jordan@example.com' }),
    person('other', { phone: '+13125550100' }),
  ]
  const both = row(2, { email: 'jordan@example.com', phone: '+13125550100' })

  it('means the first in the order of recognition, and takes nothing from the other', () => {
    const [outcome] = decide([both], known(), { policy: 'overwrite' })
    expect(outcome).toMatchObject({
      result: 'create',
      person: { id: 'one', fields: { phone: null } },
      cases: [{ kind: 'several_people', person: { id: 'other' } }],
    })
  })

  it('is left out or a new person once chosen', () => {
    expect(decide([both], known(), chosen('several_people', 'leave_out'))).toMatchObject([
      { result: 'conflict', reason: { code: 'several_people' } },
    ])
    expect(decide([both], known(), chosen('several_people', 'new_person'))).toMatchObject([
      { result: 'create', personIsNew: true },
    ])
  })
})

describe('duplicate_in_file', () => {
  const rows = [
    row(2, { email: 'jordan@example.com' }),
    row(3, { email: 'jordan@example.com', location: 'Oslo' }),
  ]

  it('adds to what the earlier row brought, by the policy', () => {
    expect(decide(rows, [])).toMatchObject([
      { result: 'create' },
      { result: 'update', cases: [{ kind: 'duplicate_in_file', person: { row: 2 } }] },
    ])
  })

  it('is left out or a second person once chosen', () => {
    expect(decide(rows, [], chosen('duplicate_in_file', 'leave_out'))).toMatchObject([
      { result: 'create' },
      { result: 'skip', reason: { code: 'duplicate_in_file' } },
    ])
    expect(decide(rows, [], chosen('duplicate_in_file', 'new_person'))).toMatchObject([
      { result: 'create' },
      { result: 'create', personIsNew: true },
    ])
  })
})

describe('somebody on the position', () => {
  const known = (closedAt: string | null) => [
    person('jordan', { name: 'Jordan Kim', email: 'jordan@example.com' }, [application(closedAt)]),
  ]
  const again = row(2, { email: 'jordan@example.com', location: 'Oslo' })

  it('is updated by the policy, or left as they are once chosen', () => {
    expect(decide([again], known(null))).toMatchObject([
      { result: 'update', cases: [{ kind: 'already_open' }] },
    ])
    expect(decide([again], known(null), chosen('already_open', 'leave_out'))).toMatchObject([
      { result: 'skip', personChanges: [] },
    ])
  })

  it('applies again after they were closed, once chosen', () => {
    const closed = known('2024-06-01T00:00:00.000Z')
    expect(decide([again], closed)).toMatchObject([{ result: 'update', cases: [{ kind: 'already_closed' }] }])
    expect(
      decide([again], known('2024-06-01T00:00:00.000Z'), chosen('already_closed', 'apply_again')),
    ).toMatchObject([{ result: 'create', applicationIsNew: true, personIsNew: false }])
  })
})

describe('of several applications of one person on the position', () => {
  const fields = { ownerId: null, source: null, tags: [] }
  const early = application('2024-03-01T00:00:00.000Z', {
    id: 'early',
    fields: { ...fields, appliedAt: '2024-01-01T09:30:00.000Z' },
  })
  const late = application('2024-06-01T00:00:00.000Z', {
    id: 'late',
    fields: { ...fields, appliedAt: '2024-05-01T00:00:00.000Z' },
  })
  const elsewhere = application(null, { id: 'elsewhere', positionId: 'cooks' })
  const meant = (more: Partial<ResolvedRow>, ...applications: PersonApplication[]) => {
    const jordan = person('jordan', { name: 'Jordan Kim', email: 'jordan@example.com' }, applications)
    const said = row(
      2,
      { email: 'jordan@example.com' },
      { source: 'Fair', said: { ownerId: null, source: 'Fair' }, ...more },
    )
    const [decided] = decide([said], [jordan])
    return decided!.applicationIsNew ? 'a new one' : decided!.application?.id
  }

  it('a row means the one that ended last', () => {
    expect(meant({}, early, late)).toBe('late')
  })

  it('a row means the open one, wherever it is among them', () => {
    const open = application(null, { id: 'open' })
    expect(meant({}, open, early, late)).toBe('open')
    expect(meant({}, early, late, open)).toBe('open')
  })

  it('a row means the one applied for at its minute, however long closed', () => {
    expect(meant({ appliedAt: '2024-01-01T09:30:40.000Z' }, early, late)).toBe('early')
  })

  it('a row means the later of two of the same minute', () => {
    const twin = { ...late, fields: early.fields }
    expect(meant({ appliedAt: '2024-01-01T09:30:00.000Z' }, early, twin)).toBe('late')
  })

  it('a row that says they applied after the last one ended is a new one', () => {
    expect(meant({ appliedAt: '2024-06-01T00:00:00.001Z' }, early, late)).toBe('a new one')
    expect(meant({ appliedAt: '2024-06-01T00:00:00.000Z' }, early, late)).toBe('late')
    expect(meant({ appliedAt: '2024-05-31T00:00:00.000Z' }, early, late)).toBe('late')
  })

  it('a row means the one that its ID names', () => {
    const known = {
      key: 'applicationId',
      candidateId: 'jordan',
      application: { id: 'early' },
    } as ResolvedRow['known']
    expect(meant({ known }, early, late)).toBe('early')
  })

  it('a row means none on another position', () => {
    expect(meant({}, elsewhere)).toBe('a new one')
  })
})

describe('of people who share what a row has', () => {
  const email = 'home@example.com'
  const phone = '+13125550142'
  const meant = (known: Person[], said: Partial<NormalisedCandidate> = {}) =>
    decide([row(2, { email, ...said })], known)[0]!.person?.id ?? null

  it('the one who came first is meant where nothing else tells them apart', () => {
    const twins = ['second', 'first'].map((id) => person(id, { name: 'Jordan Kim', email }))
    expect(meant(twins)).toBe('first')
    expect(meant(twins.toReversed())).toBe('first')
  })

  it('the one is meant who has more of it, whoever came first', () => {
    const [first, second] = [
      person('first', { name: 'Jordan Kim', email }),
      person('second', { name: 'Jordan Kim', email, phone }),
    ]
    expect(meant([first, second], { phone })).toBe('second')
  })

  it('the one is meant whose name agrees, whoever has more of it', () => {
    const [other, same] = [
      person('first', { name: 'Marcus Lee', email, phone }),
      person('second', { name: 'Jordan Kim', email }),
    ]
    expect(meant([other, same], { phone: null })).toBe('second')
  })
})

describe('a plan without room for applications', () => {
  it('still takes people without an application', () => {
    const order = { columns: [], settings: { policy: 'skip', cases: {} } } as unknown as ImportOrder
    const room = { left: 0, refusal: { code: 'plan_limit', message: 'No room' } }
    const rows = [
      row(2, { name: 'Ann Able' }, { destination: null, isAlone: true }),
      row(3, { name: 'Ben Brown' }),
    ]
    const planned = planRows(order, rows, [], { makeId: newId, now: '2026-01-05T10:00:00.000Z', room })
    expect(planned.map(({ result }) => result)).toEqual(['create', 'invalid'])
  })
})

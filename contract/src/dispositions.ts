import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, text } from './fields.ts'

/** Who decided that an application ends; the reasons of a workspace are listed by party. */
export const parties = { us: 'Us', company: 'Company', candidate: 'Candidate' } as const

export type Party = keyof typeof parties

export const partyKeys = Object.keys(parties) as [Party, ...Party[]]

/** How an application can end. A disposition with a party takes a reason from that party's list. */
export const dispositions = {
  hired: { label: /*i18n*/ 'Hired', party: null },
  rejected_by_us: { label: /*i18n*/ 'Rejected by us', party: 'us' },
  declined_by_company: { label: /*i18n*/ 'Declined by company', party: 'company' },
  withdrawn: { label: /*i18n*/ 'Withdrawn', party: 'candidate' },
  unreachable: { label: /*i18n*/ 'Unreachable', party: null },
  position_closed: { label: /*i18n*/ 'Position closed', party: null },
  duplicate: { label: /*i18n*/ 'Duplicate', party: null },
  spam: { label: /*i18n*/ 'Spam', party: null },
} as const satisfies Record<string, { label: string; party: Party | null }>

export type DispositionKind = keyof typeof dispositions

export const dispositionKeys = Object.keys(dispositions) as [DispositionKind, ...DispositionKind[]]

/** Dispositions that decide an offer: accepted, declined, expired or withdrawn. The others end an application without one. */
export const offerDispositions = [
  'hired',
  'rejected_by_us',
  'declined_by_company',
  'withdrawn',
] as const satisfies readonly DispositionKind[]

/** Dispositions by which the company decides about a submission. */
export const companyDispositions = [
  'hired',
  'declined_by_company',
] as const satisfies readonly DispositionKind[]

/** The reasons a new workspace starts with. They can be renamed, added to and hidden, never deleted. */
export const defaultReasons: Record<Party, readonly string[]> = {
  us: [
    'Lacks qualifications',
    'Lacks experience',
    'Location',
    'Language',
    'Another candidate preferred',
    'Failed assessment',
    'No longer receiving',
    'Other',
  ],
  candidate: [
    'Compensation',
    'Not available',
    'Not interested',
    'Took another job',
    'Did not attend',
    'Other',
  ],
  company: [
    'Skills',
    'Experience',
    'Language',
    'Rate',
    'Availability',
    'Culture',
    'Chose another',
    'Position cancelled',
    'Failed company interview',
    'No feedback',
    'Other',
  ],
}

/** The input of closing: the disposition, a reason from its party's list, and an optional note. */
export const closing = z.object({
  disposition: z.enum(dispositionKeys),
  reasonId: id.nullish(),
  note: text(2000).nullish(),
})

export const reason = z.object({
  id,
  party: z.enum(partyKeys),
  name: z.string(),
  hidden: z.boolean(),
})

export const listReasons = endpoint({
  name: 'listReasons',
  tag: 'Dispositions',
  summary: 'List the reasons of each party',
  description:
    "Returns the workspace's reasons, by party and in their order, hidden ones included and marked.",
  method: 'GET',
  path: '/reasons/',
  permission: 'applications:read',
  response: z.object({ items: z.array(reason) }),
})

export const createReason = endpoint({
  name: 'createReason',
  tag: 'Dispositions',
  summary: "Add a reason to a party's list",
  description: "Adds a reason at the end of its party's list. CONFLICT if the party has one of that name.",
  method: 'POST',
  path: '/reasons/',
  permission: 'workspace:manage',
  body: z.object({ party: z.enum(partyKeys), name: text(80, 1) }),
  response: reason,
  status: 201,
  errors: ['CONFLICT'],
})

export const updateReason = endpoint({
  name: 'updateReason',
  tag: 'Dispositions',
  summary: 'Rename, hide or show a reason',
  description:
    'Renames or hides a reason. Reasons are never deleted, so old dispositions keep their meaning.',
  method: 'PATCH',
  alsoPut: true,
  path: '/reasons/{id}/',
  permission: 'workspace:manage',
  params: z.object({ id }),
  body: z.object({ name: text(80, 1).optional(), hidden: z.boolean().optional() }),
  response: reason,
  errors: ['CONFLICT'],
})

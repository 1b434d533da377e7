import { z } from 'zod'
import { candidate, candidateInput } from './candidates.ts'
import { closing, dispositionKeys, partyKeys } from './dispositions.ts'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import {
  flag,
  id,
  idParams,
  list,
  optionalText,
  repeated,
  tag,
  text,
  timestamp,
  userRef,
  version,
} from './fields.ts'
import { page, pageQuery, total } from './paging.ts'
import { statusTypeKeys } from './status-types.ts'

export const statusRef = z.object({
  id,
  name: z.string(),
  type: z.enum(statusTypeKeys),
  color: z.string(),
  slaDays: z.number().nullable(),
})

/** The last time anyone reached out: a call's outcome, or how it ended when nobody was spoken with. */
export const lastContact = z.object({ at: timestamp, result: z.string() })

/** What the caller may do with an application now. `whyNot` gives the reason for what is refused. */
export const applicationAbilities = z.object({
  edit: z.boolean(),
  move: z.boolean(),
  close: z.boolean(),
  reopen: z.boolean(),
  comment: z.boolean(),
  call: z.boolean(),
  delete: z.boolean(),
  restore: z.boolean(),
})

/** One row of the list, one card of the board. Contact data are null for those who may not see them. */
export const applicationRow = z.object({
  id,
  candidate: z.object({
    id,
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    doNotCall: z.boolean(),
  }),
  position: z.object({ id, name: z.string() }),
  company: z.object({ id, name: z.string() }),
  status: statusRef,
  /** Place in its column: fractional index, compared byte by byte. */
  rank: z.string(),
  enteredStatusAt: timestamp,
  /** When it becomes late in its status; null without a limit or once closed. */
  dueAt: timestamp.nullable(),
  owner: userRef.nullable(),
  source: z.string().nullable(),
  tags: z.array(z.string()),
  lastContact: lastContact.nullable(),
  callbackAt: timestamp.nullable(),
  disposition: z.object({ kind: z.enum(dispositionKeys), reason: z.string().nullable() }).nullable(),
  closedAt: timestamp.nullable(),
  deletedAt: timestamp.nullable(),
  appliedAt: timestamp,
  lastActivityAt: timestamp,
  createdAt: timestamp,
  version: z.int(),
  can: applicationAbilities,
})

export const disposition = z.object({
  kind: z.enum(dispositionKeys),
  party: z.enum(partyKeys).nullable(),
  reason: z.object({ id, name: z.string() }).nullable(),
  note: z.string().nullable(),
  /** The status it was in when decided. */
  status: z.object({ id: id.nullable(), name: z.string(), type: z.enum(statusTypeKeys) }),
  decidedAt: timestamp,
  decidedBy: userRef.nullable(),
})

export const applicationDetails = applicationRow.extend({
  candidate: candidate,
  statuses: z.array(statusRef),
  /**
   * The statuses it has been in, in the order it first came there: seconds spent in each so far, the present one
   * included, how often, when last and by whom. Moves taken back do not count.
   */
  timeInStatus: z.array(
    z.object({
      statusId: id.nullable(),
      name: z.string(),
      seconds: z.number(),
      entries: z.int(),
      enteredAt: timestamp,
      enteredBy: z.string().nullable(),
    }),
  ),
  dispositionDetails: disposition.nullable(),
  resumeFile: z
    .object({ id, name: z.string(), contentType: z.string(), size: z.int(), url: z.string() })
    .nullable(),
  otherApplications: z.array(
    z.object({
      id,
      position: z.object({ id, name: z.string() }),
      company: z.object({ id, name: z.string() }),
      status: z.object({ name: z.string(), type: z.enum(statusTypeKeys), color: z.string() }),
      disposition: z.enum(dispositionKeys).nullable(),
      createdAt: timestamp,
    }),
  ),
  externalId: z.string().nullable(),
  whyNot: z.record(z.string(), z.string()),
})

/** The filters of the list, also taken by bulk actions and saved views. Several values of one filter are "any of". */
export const applicationFilters = z.object({
  /** Of these only those that match: what a list at hand reads again when it hears of changes. */
  applicationId: list(id),
  positionId: list(id),
  companyId: list(id),
  pipelineId: list(id),
  candidateId: list(id),
  statusId: list(id),
  statusType: list(z.enum(statusTypeKeys)),
  /** User ids, or `none` for unassigned, or `me`. */
  ownerId: list(z.union([id, z.literal('none'), z.literal('me')])),
  source: repeated(text(120)),
  tag: repeated(tag),
  disposition: list(z.enum(dispositionKeys)),
  reasonId: list(id),
  importId: id.optional(),
  /** true: without a disposition; false: only those with one. */
  open: flag,
  /** Past its days in status. */
  late: flag,
  /** A callback is due now or earlier. */
  callbackDue: flag,
  /** Nobody was ever called. */
  neverContacted: flag,
  createdFrom: timestamp.optional(),
  createdTo: timestamp.optional(),
  appliedFrom: timestamp.optional(),
  appliedTo: timestamp.optional(),
  closedFrom: timestamp.optional(),
  closedTo: timestamp.optional(),
  contactedFrom: timestamp.optional(),
  contactedTo: timestamp.optional(),
  /** Entered a status of one of these types, from another type, within `enteredFrom` and `enteredTo`; moves taken back do not count. */
  enteredType: list(z.enum(statusTypeKeys)),
  enteredFrom: timestamp.optional(),
  enteredTo: timestamp.optional(),
  /** Had a conversation with a person within these times. */
  spokenFrom: timestamp.optional(),
  spokenTo: timestamp.optional(),
  /** true: those deleted in the last 30 days, for who may restore them. */
  deleted: flag,
})

/** The filters of the list with its search. */
const searchedFilters = applicationFilters.extend({ q: text(200).optional() })

export const applicationSorts = [
  '-lastActivityAt',
  'lastActivityAt',
  '-createdAt',
  'createdAt',
  '-appliedAt',
  'appliedAt',
  'candidate',
  '-candidate',
  'enteredStatusAt',
  '-enteredStatusAt',
  'dueAt',
  'callbackAt',
] as const

/** Applications the caller may see. `q` looks in the person's name, e-mail and phone. */
export const listApplications = endpoint({
  name: 'listApplications',
  tag: 'Applications',
  summary: 'List applications',
  method: 'GET',
  path: '/applications/',
  permission: 'applications:read',
  query: pageQuery(applicationSorts).extend(applicationFilters.shape),
  response: page(applicationRow),
})

/**
 * Adds an application at the top of its status (the position's first one unless named), for an existing
 * candidate or a new one. CONFLICT when the person is already open on the position, or, for a new candidate,
 * when somebody with the same e-mail, phone or profile URL exists and `allowDuplicate` is not sent
 * (`details.candidateId`, `details.matchedBy`).
 */
export const createApplication = endpoint({
  name: 'createApplication',
  tag: 'Applications',
  summary: 'Add an application',
  method: 'POST',
  path: '/applications/',
  permission: 'applications:write',
  body: z
    .object({
      positionId: id,
      candidateId: id.optional(),
      candidate: candidateInput.optional(),
      allowDuplicate: z.boolean().optional(),
      statusId: id.optional(),
      source: optionalText(120),
      ownerId: id.nullish(),
      tags: z.array(tag).max(50).optional(),
      appliedAt: timestamp.optional(),
      externalId: optionalText(200),
      resumeFileId: id.nullish(),
      comment: optionalText(10_000),
    })
    .refine((body) => (body.candidateId === undefined) !== (body.candidate === undefined), {
      path: ['candidate'],
      message: /*i18n*/ 'Choose an existing candidate or fill in a new one',
    }),
  response: applicationDetails,
  status: 201,
  errors: ['CONFLICT', 'PLAN_LIMIT'],
})

/** For those who may delete applications also a deleted one, for as long as it can be restored. */
export const getApplication = endpoint({
  name: 'getApplication',
  tag: 'Applications',
  summary: 'Get an application with everything on it',
  method: 'GET',
  path: '/applications/{id}/',
  permission: 'applications:read',
  params: idParams,
  response: applicationDetails,
})

/** Changes owner, source, tags and the like; each change is logged. Status changes go through the board's move. */
export const updateApplication = endpoint({
  name: 'updateApplication',
  tag: 'Applications',
  summary: 'Change an application',
  method: 'PATCH',
  alsoPut: true,
  path: '/applications/{id}/',
  permission: 'applications:write',
  params: idParams,
  body: z.object({
    source: optionalText(120),
    ownerId: id.nullish(),
    tags: z.array(tag).max(50).optional(),
    appliedAt: timestamp.optional(),
    callbackAt: timestamp.nullish(),
    externalId: optionalText(200),
    resumeFileId: id.nullish(),
    version: version.optional(),
  }),
  response: applicationDetails,
  errors: ['CONFLICT'],
})

/** Deletes an application; restorable for 30 days. */
export const deleteApplication = endpoint({
  name: 'deleteApplication',
  tag: 'Applications',
  summary: 'Delete an application',
  method: 'DELETE',
  path: '/applications/{id}/',
  permission: 'applications:delete',
  params: idParams,
  status: 204,
})

export const restoreApplication = endpoint({
  name: 'restoreApplication',
  tag: 'Applications',
  summary: 'Restore a deleted application',
  method: 'POST',
  path: '/applications/{id}/restore/',
  permission: 'applications:delete',
  params: idParams,
  response: applicationDetails,
  errors: ['CONFLICT'],
})

/** Closes an application with exactly one disposition; it moves to the position's closed (or hired) status. */
export const closeApplication = endpoint({
  name: 'closeApplication',
  tag: 'Applications',
  summary: 'Close an application with a disposition',
  method: 'POST',
  path: '/applications/{id}/close/',
  permission: 'applications:close',
  params: idParams,
  body: closing.extend({ version: version.optional() }),
  response: applicationDetails,
  errors: ['CONFLICT'],
})

/** Opens a closed application again, in the status it was in when decided unless another is named. */
export const reopenApplication = endpoint({
  name: 'reopenApplication',
  tag: 'Applications',
  summary: 'Reopen a closed application',
  method: 'POST',
  path: '/applications/{id}/reopen/',
  permission: 'applications:close',
  params: idParams,
  body: z.object({ toStatusId: id.optional() }).optional(),
  response: applicationDetails,
  errors: ['CONFLICT'],
})

/**
 * One action on up to 1,000 applications, all or nothing per application: those it cannot be done to are
 * answered in `refused` with why; the rest are done in one transaction. `batchId` undoes it. For more than 1,000,
 * later calls go on under the `batchId` of the first, so that one undo takes all of it back.
 */
export const bulkApplications = endpoint({
  name: 'bulkApplications',
  tag: 'Applications',
  summary: 'Do one thing to many applications',
  method: 'POST',
  path: '/applications/bulk/',
  permission: 'applications:read',
  body: z.object({
    applicationIds: z.array(id).min(1).max(1000),
    batchId: id.optional(),
    action: z.discriminatedUnion('kind', [
      /** To a status, or in each position to its first status of a type. */
      z.object({
        kind: z.literal('move'),
        toStatusId: id.optional(),
        toStatusType: z.enum(statusTypeKeys).optional(),
      }),
      z.object({ kind: z.literal('assign'), ownerId: id.nullable() }),
      z.object({
        kind: z.literal('tag'),
        add: z.array(tag).max(20).default([]),
        remove: z.array(tag).max(20).default([]),
      }),
      closing.extend({ kind: z.literal('close') }),
      z.object({ kind: z.literal('reopen') }),
      z.object({ kind: z.literal('delete') }),
      z.object({ kind: z.literal('restore') }),
    ]),
  }),
  response: z.object({
    changed: z.int(),
    refused: z.array(z.object({ applicationId: id, code: z.string(), message: z.string() })),
    batchId: id.nullable(),
  }),
})

/**
 * Takes back a move, close or bulk action of the caller's own, for each application nobody has changed
 * since; the others are listed in `refused`. With `applicationIds`, of these only.
 */
export const undoBatch = endpoint({
  name: 'undoBatch',
  tag: 'Applications',
  summary: 'Undo a move or bulk action',
  method: 'POST',
  path: '/applications/undo/',
  permission: 'applications:read',
  body: z.object({ batchId: id, applicationIds: z.array(id).min(1).max(1000).optional() }),
  response: z.object({
    changed: z.int(),
    refused: z.array(z.object({ applicationId: id, code: z.string(), message: z.string() })),
  }),
})

/** Who they are, how to reach them, where they stand and what is open, with a paragraph one can read aloud. */
export const getApplicantSummary = endpoint({
  name: 'getApplicantSummary',
  tag: 'Applications',
  summary: 'Summarise an applicant',
  method: 'GET',
  path: '/applicant-summary/{id}/',
  permission: 'applications:read',
  params: idParams,
  response: z.object({
    applicationId: id,
    candidate: candidate.pick({
      id: true,
      name: true,
      email: true,
      phone: true,
      location: true,
      doNotCall: true,
      consent: true,
    }),
    position: z.object({ id, name: z.string() }),
    company: z.object({ id, name: z.string() }),
    status: statusRef,
    enteredStatusAt: timestamp,
    secondsInStatus: z.number(),
    late: z.boolean(),
    owner: userRef.nullable(),
    lastContact: lastContact.nullable(),
    callAttempts: z.int(),
    openTasks: z.array(
      z.object({ kind: z.enum(['callback', 'overdue']), dueAt: timestamp, text: z.string() }),
    ),
    otherApplications: z.array(
      z.object({
        id,
        positionName: z.string(),
        companyName: z.string(),
        statusName: z.string(),
        statusType: z.enum(statusTypeKeys),
      }),
    ),
    disposition: disposition.nullable(),
    paragraph: z.string(),
  }),
})

/** The sources, tags and owners in use, for filters and pickers. */
export const listApplicationFacets = endpoint({
  name: 'listApplicationFacets',
  tag: 'Applications',
  summary: 'List the sources and tags in use',
  method: 'GET',
  path: '/applications/facets/',
  permission: 'applications:read',
  response: z.object({ sources: z.array(z.string()), tags: z.array(z.string()) }),
})

/** Filters whose values can be counted. */
export const facetFilters = [
  'positionId',
  'companyId',
  'pipelineId',
  'statusType',
  'ownerId',
  'source',
  'tag',
  'disposition',
  'reasonId',
  'enteredType',
] as const

/** How many a value has is counted exactly up to this. */
export const facetCap = 1000

/**
 * How many applications each of `values` of the filter `by` would leave, with all other filters as they are. Counted
 * up to 1,000 each, so that it costs the same in a list of a million.
 */
export const countApplicationFacets = endpoint({
  name: 'countApplicationFacets',
  tag: 'Applications',
  summary: 'Count applications by the values of a filter',
  method: 'GET',
  path: '/applications/facet-counts/',
  permission: 'applications:read',
  query: searchedFilters.extend({ by: z.enum(facetFilters), values: repeated(text(120)) }),
  response: z.object({ counts: z.array(z.object({ value: z.string(), count: total })) }),
})

/** New ones are counted up to this. */
export const newsCap = 99

/**
 * How many applications match and, with `since`, how many of them came in or entered their status after it. Of what
 * came in since, the latest 5,000 are looked at, so that the answer costs the same however long one was away.
 */
export const countApplications = endpoint({
  name: 'countApplications',
  tag: 'Applications',
  summary: 'Count applications, and what is new among them',
  method: 'GET',
  path: '/applications/counts/',
  permission: 'applications:read',
  query: searchedFilters.extend({ since: timestamp.optional() }),
  response: z.object({ total, news: total.nullable() }),
})

/** The most that a selection by filter takes. */
export const selectionCap = 10_000

/** The ids of up to 10,000 applications that match, in the list's order, and what the caller may do with how many. */
export const selectApplications = endpoint({
  name: 'selectApplications',
  tag: 'Applications',
  summary: 'Select all applications that match',
  method: 'GET',
  path: '/applications/selection/',
  permission: 'applications:read',
  query: searchedFilters.extend({ sort: z.enum(applicationSorts).default('-lastActivityAt') }),
  response: z.object({
    applicationIds: z.array(id),
    total,
    /** How many of them each thing can be done to. */
    able: z.record(z.string(), z.int()),
    closed: z.int(),
    positionIds: z.array(id),
  }),
})

/** The columns of an export, in the order they have unless others are named. */
export const applicationExportColumns = [
  'candidate',
  'email',
  'phone',
  'position',
  'company',
  'status',
  'statusType',
  'enteredStatus',
  'due',
  'owner',
  'source',
  'tags',
  'lastContact',
  'lastContactAt',
  'callback',
  'disposition',
  'reason',
  'closed',
  'applied',
  'created',
  'lastActivity',
  'profileUrl',
  'externalId',
  'location',
  'currentCompany',
  'currentTitle',
  'notes',
  'doNotCall',
  'consent',
  'id',
] as const

const exportedApplications = searchedFilters.extend({
  ...exportQuery(applicationExportColumns).shape,
  sort: z.enum(applicationSorts).default('-lastActivityAt'),
})

/** All applications that match, as a CSV or XLSX file. */
export const exportApplications = endpoint({
  name: 'exportApplications',
  tag: 'Applications',
  summary: 'Export applications',
  method: 'GET',
  path: '/applications/export/',
  permission: 'applications:export',
  query: exportedApplications,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

/** As `exportApplications`, of the applications named: more than an address holds. */
export const exportSelectedApplications = endpoint({
  name: 'exportSelectedApplications',
  tag: 'Applications',
  summary: 'Export selected applications',
  method: 'POST',
  path: '/applications/export/',
  permission: 'applications:export',
  query: exportedApplications,
  body: z.object({ applicationIds: z.array(id).min(1).max(selectionCap) }),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

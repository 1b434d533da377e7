import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import {
  email,
  flag,
  id,
  idParams,
  optionalText,
  repeated,
  tag,
  text,
  timestamp,
  userRef,
  version,
} from './fields.ts'
import { listQuery, page, pageQuery } from './paging.ts'
import { statusTypeKeys } from './status-types.ts'
import { uploadedFile } from './uploads.ts'

export const consents = ['unknown', 'given', 'withdrawn'] as const

/**
 * A person. `email`, `phone` and `phoneExtension` are null for those who may not see contact data. For client reviewers
 * `profileUrl`, `externalId` and `notes` are null too, `tags` is empty and `doNotCall` is false.
 */
export const candidate = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  /** E.164, such as +13125550148. */
  phone: z.string().nullable(),
  phoneExtension: z.string().nullable(),
  profileUrl: z.string().nullable(),
  externalId: z.string().nullable(),
  location: z.string().nullable(),
  currentCompany: z.string().nullable(),
  currentTitle: z.string().nullable(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  doNotCall: z.boolean(),
  consent: z.enum(consents),
  resumeFileId: id.nullable(),
  version: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: timestamp.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})

export const candidateApplication = z.object({
  id,
  position: z.object({ id, name: z.string() }),
  company: z.object({ id, name: z.string() }),
  status: z.object({ id, name: z.string(), type: z.enum(statusTypeKeys), color: z.string() }),
  disposition: z.string().nullable(),
  closedAt: timestamp.nullable(),
  createdAt: timestamp,
})

/**
 * As typed by a person. Phones are kept as E.164. One without a country code is read as a number of the workspace's
 * country, and refused when it is none there or may be a number of two countries.
 */
export const candidateInput = z.object({
  name: text(200, 1),
  email: z.union([email, z.literal('').transform(() => null)]).nullish(),
  phone: optionalText(60),
  profileUrl: optionalText(500),
  externalId: optionalText(200),
  location: optionalText(300),
  currentCompany: optionalText(200),
  currentTitle: optionalText(200),
  notes: optionalText(5000),
  tags: z.array(tag).max(50).optional(),
  doNotCall: z.boolean().optional(),
  consent: z.enum(consents).optional(),
  resumeFileId: id.nullish(),
})

const candidateFilters = z.object({ tag: repeated(tag), doNotCall: flag, deleted: flag })

const candidateSorts = ['-createdAt', 'createdAt', 'name', '-name'] as const

/** People. `q` looks in name, e-mail, phone and company. */
export const listCandidates = endpoint({
  name: 'listCandidates',
  tag: 'Candidates',
  summary: 'List candidates',
  method: 'GET',
  path: '/candidates/',
  permission: 'candidates:read',
  query: pageQuery(candidateSorts).extend(candidateFilters.shape),
  response: page(candidate.extend({ applicationCount: z.int() })),
})

/** The columns of an export, in the order they have unless others are named. */
export const candidateExportColumns = [
  'candidate',
  'email',
  'phone',
  'profileUrl',
  'externalId',
  'location',
  'currentCompany',
  'currentTitle',
  'notes',
  'doNotCall',
  'consent',
  'personTags',
  'applicationCount',
  'addedAt',
  'candidateId',
] as const

/** All candidates that match, as a CSV or XLSX file. */
export const exportCandidates = endpoint({
  name: 'exportCandidates',
  tag: 'Candidates',
  summary: 'Export candidates',
  method: 'GET',
  path: '/candidates/export/',
  permission: 'applications:export',
  query: listQuery(candidateSorts)
    .extend(candidateFilters.shape)
    .extend(exportQuery(candidateExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

/**
 * Adds a person. CONFLICT when somebody with the same e-mail, phone or profile URL exists (`details.candidateId`
 * and `details.matchedBy` say who), unless `allowDuplicate` is sent.
 */
export const createCandidate = endpoint({
  name: 'createCandidate',
  tag: 'Candidates',
  summary: 'Add a candidate',
  method: 'POST',
  path: '/candidates/',
  permission: 'candidates:write',
  body: candidateInput.extend({ allowDuplicate: z.boolean().optional() }),
  response: candidate,
  status: 201,
  errors: ['CONFLICT'],
})

/**
 * A person with all their applications, newest first. Somebody who was merged into another is NOT_FOUND, with
 * `details.mergedInto` saying who they are now.
 */
export const getCandidate = endpoint({
  name: 'getCandidate',
  tag: 'Candidates',
  summary: 'Get a candidate with their applications',
  method: 'GET',
  path: '/candidates/{id}/',
  permission: 'candidates:read',
  params: idParams,
  response: candidate.extend({
    applications: z.array(candidateApplication),
    /** Null without one, and for those who may not see contact data. */
    resumeFile: uploadedFile.nullable(),
  }),
})

/** Changes the fields sent. Each change is logged on the person's open applications. */
export const updateCandidate = endpoint({
  name: 'updateCandidate',
  tag: 'Candidates',
  summary: 'Change a candidate',
  method: 'PATCH',
  alsoPut: true,
  path: '/candidates/{id}/',
  permission: 'candidates:write',
  params: idParams,
  body: candidateInput.partial().extend({ version: version.optional() }),
  response: candidate,
  errors: ['CONFLICT'],
})

/** Deletes a person; restorable for 30 days. CONFLICT while they have open applications. */
export const deleteCandidate = endpoint({
  name: 'deleteCandidate',
  tag: 'Candidates',
  summary: 'Delete a candidate',
  method: 'DELETE',
  path: '/candidates/{id}/',
  permission: 'candidates:write',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})

export const restoreCandidate = endpoint({
  name: 'restoreCandidate',
  tag: 'Candidates',
  summary: 'Restore a deleted candidate',
  method: 'POST',
  path: '/candidates/{id}/restore/',
  permission: 'candidates:write',
  params: idParams,
  response: candidate,
})

/**
 * Existing people who look like the one being typed: same e-mail, phone or profile URL (`certain`), or a
 * similar name (not certain; a name alone never matches by itself). At most 5.
 */
export const findDuplicateCandidates = endpoint({
  name: 'findDuplicateCandidates',
  tag: 'Candidates',
  summary: 'Find people who may be the one being typed',
  method: 'GET',
  path: '/candidates/duplicates/',
  permission: 'candidates:read',
  query: z.object({
    name: text(200).optional(),
    email: text(254).optional(),
    phone: text(60).optional(),
    profileUrl: text(500).optional(),
    /** Leave this person out: the one being edited. */
    exceptId: id.optional(),
  }),
  response: z.object({
    items: z.array(
      candidate.pick({ id: true, name: true, email: true, phone: true }).extend({
        matchedBy: z.enum(['email', 'phone', 'profileUrl', 'name']),
        certain: z.boolean(),
        applications: z.array(candidateApplication),
      }),
    ),
  }),
})

/**
 * People who may be the same as this one: with the same e-mail, phone or profile URL (`certain`), or with nearly the
 * same name and the same place, company or name before the @ of their e-mail. At most 5.
 */
export const listPossibleDuplicates = endpoint({
  name: 'listPossibleDuplicates',
  tag: 'Candidates',
  summary: 'List people who may be the same as this one',
  method: 'GET',
  path: '/candidates/{id}/duplicates/',
  permission: 'candidates:read',
  params: idParams,
  response: z.object({
    items: z.array(
      candidate.pick({ id: true, name: true, email: true, phone: true }).extend({
        sameAs: z.array(
          z.enum(['email', 'phone', 'profileUrl', 'name', 'location', 'currentCompany', 'emailName']),
        ),
        certain: z.boolean(),
        applications: z.array(candidateApplication),
      }),
    ),
  }),
})

/** What of a person can be chosen when two become one. A phone brings its extension along. */
export const mergeFields = [
  'name',
  'email',
  'phone',
  'profileUrl',
  'externalId',
  'location',
  'currentCompany',
  'currentTitle',
  'notes',
  'tags',
  'resumeFileId',
] as const

/** Whose value stays; both of notes and tags can. */
export const mergeChoices = ['survivor', 'merged', 'both'] as const

/** One of two open applications on the same position. */
const collidingApplication = z.object({
  id,
  status: z.object({ name: z.string(), type: z.enum(statusTypeKeys), color: z.string() }),
  createdAt: timestamp,
  calls: z.int(),
  comments: z.int(),
})

/** What became of a merge. `kept` is what stayed with the survivor when the two were parted again. */
export const candidateMerge = z.object({
  id,
  survivor: z.object({ id, name: z.string() }),
  merged: z.object({ id, name: z.string() }),
  at: timestamp,
  by: userRef,
  undone: z.object({ at: timestamp, by: userRef }).nullable(),
  kept: z.array(
    z.object({
      kind: z.enum(['field', 'application']),
      /** The name of the field, or the id of the application. */
      key: z.string(),
      /** What the field says, or the position of the application. */
      value: z.string().nullable(),
    }),
  ),
  can: z.object({ undo: z.boolean() }),
  /** Why it cannot be taken back now. */
  whyNot: z.string().nullable(),
})

/**
 * What merging `mergedId` into this person would do: which values stay when nothing else is chosen, which of them
 * contradict each other, which applications stand on the same position, and how much moves. Writes nothing.
 */
export const previewMerge = endpoint({
  name: 'previewMerge',
  tag: 'Candidates',
  summary: 'Preview merging two candidates',
  method: 'GET',
  path: '/candidates/{id}/merge/preview/',
  permission: 'candidates:write',
  params: idParams,
  query: z.object({ mergedId: id }),
  response: z.object({
    survivor: candidate,
    merged: candidate,
    fields: z.array(
      z.object({
        field: z.enum(mergeFields),
        suggested: z.enum(mergeChoices),
        choices: z.array(z.enum(mergeChoices)),
        /** Both say something, and not the same. */
        conflict: z.boolean(),
      }),
    ),
    /** Not to be chosen: a wish not to be called and a withdrawn consent stay. */
    doNotCall: z.boolean(),
    consent: z.enum(consents),
    /** Positions on which both are open: one goes on, the other is closed as a duplicate. */
    collisions: z.array(
      z.object({
        position: z.object({ id, name: z.string() }),
        survivor: collidingApplication,
        merged: collidingApplication,
        /** Which goes on when nothing else is chosen: the one that came further. */
        suggestedId: id,
      }),
    ),
    moves: z.object({
      applications: z.int(),
      calls: z.int(),
      files: z.int(),
      comments: z.int(),
      notifications: z.int(),
    }),
  }),
  errors: ['CONFLICT'],
})

/**
 * Makes two people one: everything of `mergedId` moves to this person, who is found by the contact data of both from
 * then on. Can be taken back. CONFLICT when either was changed since `version` and `mergedVersion`, or merged already.
 */
export const mergeCandidates = endpoint({
  name: 'mergeCandidates',
  tag: 'Candidates',
  summary: 'Merge a candidate into this one',
  method: 'POST',
  path: '/candidates/{id}/merge/',
  permission: 'candidates:write',
  params: idParams,
  body: z.object({
    mergedId: id,
    version,
    mergedVersion: version,
    /** Whose value stays, where it is not to be the suggested one. */
    choices: z.partialRecord(z.enum(mergeFields), z.enum(mergeChoices)).optional(),
    /** Applications that go on where both are open on a position and it is not to be the suggested one. */
    keepApplicationIds: z.array(id).max(200).optional(),
  }),
  response: z.object({ candidate, merge: candidateMerge }),
  errors: ['CONFLICT'],
})

/** The merges behind a person, newest first: into them, and into those who were merged into them. */
export const listCandidateMerges = endpoint({
  name: 'listCandidateMerges',
  tag: 'Candidates',
  summary: "List a candidate's merges",
  method: 'GET',
  path: '/candidates/{id}/merges/',
  permission: 'candidates:read',
  params: idParams,
  response: z.object({ items: z.array(candidateMerge) }),
})

/**
 * Parts two people who were merged. Each is as before; what somebody changed since stays with the survivor and is
 * listed in `kept`. CONFLICT when a later merge has to be taken back first, or this one was already.
 */
export const unmergeCandidates = endpoint({
  name: 'unmergeCandidates',
  tag: 'Candidates',
  summary: 'Take a merge back',
  method: 'POST',
  path: '/candidates/{id}/merges/{mergeId}/undo/',
  permission: 'candidates:write',
  params: z.object({ id, mergeId: id }),
  response: z.object({ candidate, restored: candidate, merge: candidateMerge }),
  errors: ['CONFLICT'],
})

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, flag, id, idParams, optionalText, repeated, tag, text, timestamp, version } from './fields.ts'
import { page, pageQuery } from './paging.ts'
import { statusTypeKeys } from './status-types.ts'

export const consents = ['unknown', 'given', 'withdrawn'] as const

/** A person. `email`, `phone` and `phoneExtension` are null for those who may not see contact data. */
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

/** As typed by a person: phones are read with the workspace's default country and kept as E.164. */
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

/** People. `q` looks in name, e-mail, phone and company. */
export const listCandidates = endpoint({
  name: 'listCandidates',
  tag: 'Candidates',
  summary: 'List candidates',
  method: 'GET',
  path: '/candidates/',
  permission: 'candidates:read',
  query: pageQuery(['-createdAt', 'createdAt', 'name', '-name']).extend({
    tag: repeated(tag),
    doNotCall: flag,
    deleted: flag,
  }),
  response: page(candidate.extend({ applicationCount: z.int() })),
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

/** A person with all their applications, newest first. */
export const getCandidate = endpoint({
  name: 'getCandidate',
  tag: 'Candidates',
  summary: 'Get a candidate with their applications',
  method: 'GET',
  path: '/candidates/{id}/',
  permission: 'candidates:read',
  params: idParams,
  response: candidate.extend({ applications: z.array(candidateApplication) }),
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

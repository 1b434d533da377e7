import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fieldExportQuery } from './exports.ts'
import { fieldFilter, fieldValues, fieldValuesInput } from './field-values.ts'
import { email, flag, id, idParams, optionalText, repeated, tag, text, timestamp, version } from './fields.ts'
import { listQuery, page, pageQuery } from './paging.ts'
import { statusTypeKeys } from './status-types.ts'
import { candidateLengths } from './text-lengths.ts'
import { uploadedFile } from './uploads.ts'

export const consents = ['unknown', 'given', 'withdrawn'] as const

/**
 * A candidate. `email`, `phone` and `phoneExtension` are null for callers who may not see contact data. For client
 * reviewers `profileUrl`, `externalId` and `notes` are null too, `tags` is empty and `doNotCall` is false.
 */
export const candidate = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable().describe('E.164, such as +13125550148'),
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
  customFields: fieldValues,
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
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
 * As typed. Phones are stored as E.164. A phone without a country code is read as a number of the workspace's
 * country, and refused if it is not one there or may belong to two countries.
 */
export const candidateInput = z.object({
  name: text(candidateLengths.name, 1),
  email: z.union([email, z.literal('').transform(() => null)]).nullish(),
  phone: optionalText(candidateLengths.phone),
  profileUrl: optionalText(candidateLengths.profileUrl),
  externalId: optionalText(candidateLengths.externalId),
  location: optionalText(candidateLengths.location),
  currentCompany: optionalText(candidateLengths.currentCompany),
  currentTitle: optionalText(candidateLengths.currentTitle),
  notes: optionalText(candidateLengths.notes),
  tags: z.array(tag).max(50).optional(),
  doNotCall: z.boolean().optional(),
  consent: z.enum(consents).optional(),
  resumeFileId: id.nullish(),
  customFields: fieldValuesInput.optional(),
})

const candidateFilters = z.object({
  tag: repeated(tag).describe('With one of these tags'),
  doNotCall: flag.describe('Whether they asked not to be called'),
  deleted: flag.describe('true: deleted ones instead'),
  field: fieldFilter,
})

const candidateSorts = ['-createdAt', 'createdAt', 'name', '-name'] as const

export const listCandidates = endpoint({
  name: 'listCandidates',
  tag: 'Candidates',
  summary: 'List candidates',
  description: 'Returns candidates. `q` searches name, email, phone and company.',
  method: 'GET',
  path: '/candidates/',
  permission: 'candidates:read',
  query: pageQuery(candidateSorts).extend(candidateFilters.shape),
  response: page(candidate.extend({ applicationCount: z.int() })),
})

/** The columns of an export in their default order. */
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

export const exportCandidates = endpoint({
  name: 'exportCandidates',
  tag: 'Candidates',
  summary: 'Export candidates',
  description: 'Exports all matching candidates as CSV or XLSX.',
  method: 'GET',
  path: '/candidates/export/',
  permission: 'applications:export',
  query: listQuery(candidateSorts)
    .extend(candidateFilters.shape)
    .extend(fieldExportQuery(candidateExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

export const createCandidate = endpoint({
  name: 'createCandidate',
  tag: 'Candidates',
  summary: 'Add a candidate',
  description:
    'Adds a candidate. Without `allowDuplicate`, CONFLICT if somebody with the same email, phone or profile ' +
    'URL exists (`details.candidateId` and `details.matchedBy`).',
  method: 'POST',
  path: '/candidates/',
  permission: 'candidates:write',
  body: candidateInput.extend({ allowDuplicate: z.boolean().optional() }),
  response: candidate,
  status: 201,
  errors: ['CONFLICT'],
})

export const getCandidate = endpoint({
  name: 'getCandidate',
  tag: 'Candidates',
  summary: 'Get a candidate with their applications',
  description:
    'Returns a candidate with all applications, newest first. NOT_FOUND for a merged candidate, with the ' +
    'remaining one in `details.mergedInto`.',
  method: 'GET',
  path: '/candidates/{id}/',
  permission: 'candidates:read',
  params: idParams,
  response: candidate.extend({
    applications: z.array(candidateApplication),
    resumeFile: uploadedFile
      .nullable()
      .describe('Null without a résumé, and for callers who may not see contact data'),
  }),
})

export const updateCandidate = endpoint({
  name: 'updateCandidate',
  tag: 'Candidates',
  summary: 'Change a candidate',
  description: "Changes the fields sent. Each change is logged on the candidate's open applications.",
  method: 'PATCH',
  alsoPut: true,
  path: '/candidates/{id}/',
  permission: 'candidates:write',
  params: idParams,
  body: candidateInput.partial().extend({ version: version.optional() }),
  response: candidate,
  errors: ['CONFLICT'],
})

export const deleteCandidate = endpoint({
  name: 'deleteCandidate',
  tag: 'Candidates',
  summary: 'Delete a candidate',
  description:
    'Deletes a candidate, who can be restored for 30 days. CONFLICT while they have open applications.',
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

export const findDuplicateCandidates = endpoint({
  name: 'findDuplicateCandidates',
  tag: 'Candidates',
  summary: 'Find duplicates of a candidate being entered',
  description:
    'Returns existing candidates like the one being entered: with the same email, phone or profile URL ' +
    '(`certain`), or with a similar name (not certain; a name alone is never a match). At most 5.',
  method: 'GET',
  path: '/candidates/duplicates/',
  permission: 'candidates:read',
  query: z.object({
    name: text(candidateLengths.name).optional(),
    email: text(candidateLengths.email).optional(),
    phone: text(candidateLengths.phone).optional(),
    profileUrl: text(candidateLengths.profileUrl).optional(),
    exceptId: id.optional().describe('Leaves out this candidate: the one being edited'),
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

export const listPossibleDuplicates = endpoint({
  name: 'listPossibleDuplicates',
  tag: 'Candidates',
  summary: 'List possible duplicates of a candidate',
  description:
    'Returns candidates who may be the same person: with the same email, phone or profile URL (`certain`), ' +
    'or with nearly the same name and the same location, company or local part of the email. At most 5.',
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

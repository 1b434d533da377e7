import { z } from 'zod'
import { applicationFilters, applicationSorts, listedSort } from './application-filters.ts'
import {
  applicationDetails,
  applicationRow,
  callable,
  disposition,
  lastContact,
  statusRef,
} from './application-row.ts'
import { candidate, candidateInput } from './candidates.ts'
import { closing } from './dispositions.ts'
import { endpoint } from './endpoint.ts'
import { fieldValuesInput, fillingInput } from './field-values.ts'
import { id, idParams, optionalText, tag, text, timestamp, userRef, version } from './fields.ts'
import { page, pageQuery } from './paging.ts'
import { statusTypeKeys } from './status-types.ts'
import { applicationLengths } from './text-lengths.ts'

export const listApplications = endpoint({
  name: 'listApplications',
  tag: 'Applications',
  summary: 'List applications',
  description:
    "Returns the applications that the caller may see. `q` searches the candidate's name, email and phone. " +
    'Client reviewers get rows without tags, source, last contact and callback, and FORBIDDEN for a filter ' +
    'or sort by these, here and in every call with these filters.',
  method: 'GET',
  path: '/applications/',
  permission: 'applications:read',
  query: pageQuery(applicationSorts).extend({ ...applicationFilters.shape, sort: listedSort }),
  response: page(applicationRow),
})

export const createApplication = endpoint({
  name: 'createApplication',
  tag: 'Applications',
  summary: 'Add an application',
  description:
    "Adds an application at the top of its status (the position's first status by default), for an existing " +
    'or a new candidate. CONFLICT if the candidate has an open application on the position or, for a new ' +
    'candidate without `allowDuplicate`, if somebody with the same email, phone or profile URL exists ' +
    '(`details.candidateId`, `details.matchedBy`). VALIDATION if the status requires custom fields that are empty.',
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
      source: optionalText(applicationLengths.source),
      ownerId: id.nullish(),
      tags: z.array(tag).max(50).optional(),
      appliedAt: timestamp.optional(),
      externalId: optionalText(applicationLengths.externalId),
      resumeFileId: id.nullish(),
      comment: optionalText(applicationLengths.comment),
      customFields: fieldValuesInput.optional(),
    })
    .refine((body) => (body.candidateId === undefined) !== (body.candidate === undefined), {
      path: ['candidate'],
      message: /*i18n*/ 'Choose a candidate or enter a new one',
    }),
  response: applicationDetails,
  status: 201,
  errors: ['PLAN_LIMIT', 'CONFLICT'],
})

export const getApplication = endpoint({
  name: 'getApplication',
  tag: 'Applications',
  summary: 'Get an application with everything on it',
  description:
    'Returns an application. Callers who may delete applications also get a deleted one while it can be ' +
    'restored. Client reviewers get it without tags, source, callback and call data.',
  method: 'GET',
  path: '/applications/{id}/',
  permission: 'applications:read',
  params: idParams,
  response: applicationDetails,
})

export const updateApplication = endpoint({
  name: 'updateApplication',
  tag: 'Applications',
  summary: 'Change an application',
  description:
    "Changes owner, source, tags and other fields, and logs each change. Use the board's move to change the " +
    'status. Requires `applications:write`; for a callback alone `calls:write` is enough. CONFLICT for a ' +
    'callback to a candidate who asked not to be called.',
  method: 'PATCH',
  alsoPut: true,
  path: '/applications/{id}/',
  permission: 'applications:read',
  params: idParams,
  body: z.object({
    source: optionalText(applicationLengths.source),
    ownerId: id.nullish(),
    tags: z.array(tag).max(50).optional(),
    appliedAt: timestamp.optional(),
    callbackAt: timestamp.nullish(),
    externalId: optionalText(applicationLengths.externalId),
    resumeFileId: id.nullish(),
    customFields: fieldValuesInput.optional(),
    version: version.optional(),
  }),
  response: applicationDetails,
  errors: ['CONFLICT'],
})

export const deleteApplication = endpoint({
  name: 'deleteApplication',
  tag: 'Applications',
  summary: 'Delete an application',
  description: 'Deletes an application, which can be restored for 30 days.',
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
  errors: ['PLAN_LIMIT', 'CONFLICT'],
})

export const closeApplication = endpoint({
  name: 'closeApplication',
  tag: 'Applications',
  summary: 'Close an application with a disposition',
  description:
    "Closes an application with one disposition. It moves to the position's closed (or hired) status. " +
    'FIELDS_REQUIRED names the custom fields that the new status requires and that are empty. Repeat the call with ' +
    'their values in `customFields` and `candidate.customFields`.',
  method: 'POST',
  path: '/applications/{id}/close/',
  permission: 'applications:close',
  params: idParams,
  body: closing.extend({ version: version.optional(), ...fillingInput }),
  response: applicationDetails,
  errors: ['CONFLICT', 'FIELDS_REQUIRED'],
})

export const reopenApplication = endpoint({
  name: 'reopenApplication',
  tag: 'Applications',
  summary: 'Reopen a closed application',
  description:
    'Reopens a closed application, in the status it had before unless another is given. ' +
    'FIELDS_REQUIRED names the custom fields that the new status requires and that are empty. Repeat the call with ' +
    'their values in `customFields` and `candidate.customFields`.',
  method: 'POST',
  path: '/applications/{id}/reopen/',
  permission: 'applications:close',
  params: idParams,
  body: z.object({ toStatusId: id.optional(), ...fillingInput }).optional(),
  response: applicationDetails,
  errors: ['CONFLICT', 'FIELDS_REQUIRED'],
})

export const decideSubmission = endpoint({
  name: 'decideSubmission',
  tag: 'Applications',
  summary: 'Approve or decline a submitted candidate for the company',
  description:
    "Records the company's decision on a submitted candidate. Approving moves the application to the next " +
    'status after `submitted`. Declining closes it as declined by the company, with one of its reasons. The ' +
    "application's owner is notified. CONFLICT if the application is not, or no longer, submitted.",
  method: 'POST',
  path: '/applications/{id}/decision/',
  permission: 'submissions:decide',
  params: idParams,
  body: z
    .object({
      decision: z.enum(['approve', 'decline']),
      reasonId: id.nullish(),
      note: text(2000).nullish(),
      version: version.optional(),
    })
    .refine((body) => body.decision === 'approve' || Boolean(body.reasonId), {
      path: ['reasonId'],
      message: /*i18n*/ 'Choose a reason',
    }),
  response: applicationDetails,
  errors: ['CONFLICT'],
})

export const undoDecision = endpoint({
  name: 'undoDecision',
  tag: 'Applications',
  summary: 'Undo a decision for the company',
  description:
    "Takes back the caller's own decision within ten minutes, unless somebody changed the application " +
    "since. The application returns to Submitted, and the owner's unread notification is removed. " +
    'CONFLICT if it is too late.',
  method: 'POST',
  path: '/applications/{id}/decision/undo/',
  permission: 'submissions:decide',
  params: idParams,
  response: applicationDetails,
  errors: ['CONFLICT'],
})

export const getApplicantSummary = endpoint({
  name: 'getApplicantSummary',
  tag: 'Applications',
  summary: 'Get a summary of an applicant',
  description:
    'Returns who the candidate is, how to reach them, their status and open tasks, with a paragraph to read ' +
    'aloud. For client reviewers it contains nothing about sources, tags or calls.',
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
    callAttempts: z.int().nullable().describe('Null for client reviewers'),
    callable,
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

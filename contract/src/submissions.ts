import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fillingInput } from './field-values.ts'
import { id, idParams, list, text, timestamp, userRef } from './fields.ts'
import { computedPage, computedPageQuery } from './paging.ts'

const submissionStates = ['awaiting', 'ended', 'withdrawn'] as const

/** What the agency shares of an application: nothing else about the candidate is in it. */
export const submission = z.object({
  id,
  applicationId: id,
  candidate: z.object({
    name: z.string(),
    location: z.string().nullable().describe('The town, as recorded for the candidate'),
  }),
  position: z.object({ id, name: z.string() }),
  company: z.object({ id, name: z.string() }),
  state: z
    .enum(submissionStates)
    .describe('`awaiting` a decision while the application is in Submitted; `ended` once it has left it'),
  summary: z
    .string()
    .describe(
      'Written for this client by `submittedBy`; empty if only questions were asked, or once it was erased',
    ),
  answers: z
    .array(z.object({ label: z.string(), value: z.string() }))
    .describe('What was chosen to be shared, in order'),
  submittedBy: userRef.describe('Who submitted the application, and signs the summary'),
  submittedAt: timestamp.describe('When it was shared'),
  withdrawnAt: timestamp.nullable().describe('When sharing ended; null while it is shared'),
  messageCount: z.int().describe('The number of questions and replies'),
})

export const submissionMessage = z.object({
  id,
  by: userRef,
  isClient: z.boolean().describe('A question of the client, not a reply of the agency'),
  body: z.string().describe('Empty once it was erased'),
  at: timestamp,
})

export const submissionDetails = submission.extend({
  messages: z.array(submissionMessage).describe('The thread between client and agency, oldest first'),
})

export const listSubmissions = endpoint({
  name: 'listSubmissions',
  tag: 'Applications',
  summary: 'List submissions to clients',
  description:
    'Returns what was shared with clients, newest first. Client reviewers get what was shared with their ' +
    'company and not withdrawn.',
  method: 'GET',
  path: '/submissions/',
  permission: 'applications:read',
  query: computedPageQuery(['-submittedAt', 'submittedAt'])
    .omit({ q: true })
    .extend({
      state: list(z.enum(submissionStates)).describe('Only submissions in these states'),
      applicationId: id.optional().describe('Only submissions of this application'),
    }),
  response: computedPage(submission),
})

export const getSubmission = endpoint({
  name: 'getSubmission',
  tag: 'Applications',
  summary: 'Get a submission to a client',
  description: 'Returns what was shared with a client, with the thread.',
  method: 'GET',
  path: '/submissions/{id}/',
  permission: 'applications:read',
  params: idParams,
  response: submissionDetails,
})

export const createSubmission = endpoint({
  name: 'createSubmission',
  tag: 'Applications',
  summary: 'Submit an application to the client',
  description:
    "Shares a summary and answers with the position's company, and notifies its reviewers. The application " +
    'moves to Submitted if it is before. CONFLICT if it is closed, past Submitted, or its summary is already shared. ' +
    'FIELDS_REQUIRED names the custom fields that the new status requires and that are empty. Repeat the call with ' +
    'their values in `customFields` and `candidate.customFields`.',
  method: 'POST',
  path: '/applications/{id}/submissions/',
  permission: 'applications:write',
  params: idParams,
  body: z.object({
    summary: text(2000, 1).describe('Written for this client, and signed with your name'),
    answers: z
      .array(z.object({ label: text(80, 1), value: text(500, 1) }))
      .max(20)
      .default([])
      .describe('What the client shall know, in order'),
    ...fillingInput,
  }),
  response: submissionDetails,
  status: 201,
  errors: ['CONFLICT', 'FIELDS_REQUIRED'],
})

export const withdrawSubmission = endpoint({
  name: 'withdrawSubmission',
  tag: 'Applications',
  summary: 'Withdraw a submission',
  description:
    'Ends sharing: for the client, the submission no longer exists. The application stays in its status.',
  method: 'POST',
  path: '/submissions/{id}/withdraw/',
  permission: 'applications:write',
  params: idParams,
  response: submissionDetails,
  errors: ['CONFLICT'],
})

const messageBody = z.object({
  body: text(2000, 1).describe('The question or the reply'),
})

export const askAboutSubmission = endpoint({
  name: 'askAboutSubmission',
  tag: 'Applications',
  summary: 'Ask about a submitted application',
  description:
    "Asks the agency about a submitted candidate. The application's owner is notified, else who submitted it or moved " +
    "it to Submitted, else the position's owner, else owners and admins. A candidate of whom nothing was shared gets " +
    'a submission without a summary. CONFLICT unless the application awaits a decision or was ' +
    'decided on.',
  method: 'POST',
  path: '/applications/{id}/questions/',
  permission: 'submissions:decide',
  params: idParams,
  body: messageBody,
  response: submissionDetails,
  status: 201,
  errors: ['CONFLICT'],
})

export const replyToClient = endpoint({
  name: 'replyToClient',
  tag: 'Applications',
  summary: "Reply to a client's questions",
  description: "Replies to the client's questions. The reviewers who asked are notified.",
  method: 'POST',
  path: '/submissions/{id}/replies/',
  permission: 'applications:write',
  params: idParams,
  body: messageBody,
  response: submissionDetails,
  status: 201,
  errors: ['CONFLICT'],
})

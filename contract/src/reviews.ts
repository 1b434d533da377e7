import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, list, timestamp, userRef } from './fields.ts'
import { computedPage, computedPageQuery } from './paging.ts'
import { submissionMessage } from './submissions.ts'

const reviewStates = ['awaiting', 'approved', 'declined', 'withdrawn'] as const

/** A person whom the agency submitted, as the client's reviewers see them. Its ID is that of the application. */
export const review = z.object({
  id,
  candidate: z.object({
    name: z.string(),
    location: z.string().nullable().describe('The town, as recorded for the candidate'),
  }),
  position: z.object({ id, name: z.string() }),
  company: z.object({ id, name: z.string() }),
  state: z
    .enum(reviewStates)
    .describe('`withdrawn` when the agency no longer submits the person, who then awaits no decision'),
  submittedAt: timestamp.describe('When the person was submitted'),
  submittedBy: userRef
    .nullable()
    .describe('Who wrote the summary, else who owns the application; null if nobody does'),
  summary: z.string().describe('Written for this client; empty if nothing was written'),
  answers: z
    .array(z.object({ label: z.string(), value: z.string() }))
    .describe('What the agency chose to share, in order'),
  messageCount: z.int().describe('The number of questions and replies'),
  hasResume: z
    .boolean()
    .describe('Whether there is a résumé, of which `GET /applications/{id}/covered-resume/` has a copy'),
  nextStatus: z
    .string()
    .nullable()
    .describe('The name of the status that follows approval; null if the position has none'),
  decision: z
    .object({
      kind: z.enum(['approve', 'decline']),
      by: userRef.nullable(),
      at: timestamp,
      reason: z.string().nullable().describe('Why the company declined'),
      note: z.string().nullable(),
    })
    .nullable()
    .describe("The company's last decision"),
  version: z.int().describe("The application's version, for the decision"),
})

export const reviewDetails = review.extend({
  messages: z.array(submissionMessage).describe('The thread between client and agency, oldest first'),
})

export const listReviews = endpoint({
  name: 'listReviews',
  tag: 'Applications',
  summary: 'List submitted people for a client',
  description:
    "Returns the people who were submitted to the caller's company: those who await a decision, " +
    'newest first, or those whom it decided on, last decision first. Nothing in it tells of sources, ' +
    'tags, calls or other clients.',
  method: 'GET',
  path: '/reviews/',
  permission: 'submissions:decide',
  query: computedPageQuery(['-at', 'at'])
    .omit({ q: true })
    .extend({
      decided: z
        .enum(['true', 'false'])
        .default('false')
        .describe('`true` for those whom the company decided on, by the time of the decision'),
      positionId: list(id).describe('Only of these positions'),
    }),
  response: computedPage(review),
})

export const getReviewCounts = endpoint({
  name: 'getReviewCounts',
  tag: 'Applications',
  summary: "Count a client's open and past decisions",
  description:
    "Returns how many people await the company's decision, and by position how many it decided on.",
  method: 'GET',
  path: '/reviews/counts/',
  permission: 'submissions:decide',
  response: z.object({
    company: z.object({ id, name: z.string() }).nullable().describe("The caller's company"),
    awaiting: z.int().describe('How many people await the decision'),
    decided: z.int().describe('How many people the company approved or declined'),
    lastSubmittedAt: timestamp.nullable().describe('When the agency last submitted somebody'),
    positionCount: z.int().describe('The number of open positions and of those with decisions'),
    positions: z
      .array(
        z.object({
          id,
          name: z.string(),
          openings: z.int(),
          location: z.string().nullable(),
          awaiting: z.int().describe('How many people await the decision'),
          approved: z.int().describe('How many people the company approved'),
          declined: z.int().describe('How many people the company declined'),
        }),
      )
      .describe(
        'The open positions and those with decisions, the first 200 of `positionCount`: with people to decide first, then open, then by name',
      ),
  }),
})

export const getReview = endpoint({
  name: 'getReview',
  tag: 'Applications',
  summary: 'Get a submitted person for a client',
  description: 'Returns a submitted person as the client sees them, with the thread.',
  method: 'GET',
  path: '/reviews/{id}/',
  permission: 'submissions:decide',
  params: idParams,
  response: reviewDetails,
})

const coveringProblems = [
  'unsupported',
  'broken',
  'protected',
  'too-large',
  'too-slow',
  'no-text',
  'unreadable',
] as const

export const getCoveredResume = endpoint({
  name: 'getCoveredResume',
  tag: 'Applications',
  summary: 'Get the state of the résumé copy for clients',
  description:
    "Returns whether clients can see an application's résumé. They get a copy in which contact data " +
    'are covered, never the file itself. It is made on the first request, which may take seconds, and ' +
    "again after a change of the file or of the candidate's contact data.",
  method: 'GET',
  path: '/applications/{id}/covered-resume/',
  permission: 'applications:read',
  params: idParams,
  response: z.object({
    state: z
      .enum(['none', 'ready', 'refused'])
      .describe('`refused` if contact data could not be covered safely: the client then sees no résumé'),
    problem: z
      .enum(coveringProblems)
      .nullable()
      .describe('Why it was refused; null for client reviewers, to whom only the agency can explain it'),
    pageCount: z.int().nullable().describe('The pages of the copy; null if there is none'),
  }),
})

export const downloadCoveredResume = endpoint({
  name: 'downloadCoveredResume',
  tag: 'Applications',
  summary: 'Download the résumé copy for clients',
  description:
    'Returns the résumé as a PDF in which contact data are covered. NOT_FOUND if there is none, or it was refused.',
  method: 'GET',
  path: '/applications/{id}/covered-resume/content/',
  permission: 'applications:read',
  params: idParams,
  streams: 'application/pdf',
})

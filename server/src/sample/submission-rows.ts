import type { Insertable } from 'kysely'
import type { DB } from '../database/schema.generated.ts'
import { sharedText } from '../submissions/record-sharing.ts'
import { clientAnswers, clientQuestions, clientSummaries } from './client-phrases.ts'
import { fill } from './phrases.ts'
import { type Plan, streams } from './plan.ts'
import { createRandom, hashSeed } from './random.ts'
import { iso, makeId } from './rows.ts'
import type { SetupIds } from './setup-rows.ts'
import type { Story, StoryEvent } from './story.ts'

const minute = 60_000

interface SubmissionRows {
  /** The sharing, the questions and the replies in the history of the application. */
  sharing: {
    kind: 'shared' | 'asked' | 'replied'
    at: string
    userId: string
    company: string
    body: string
  }[]
  submissions: Insertable<DB['submissions']>[]
  submission_messages: Insertable<DB['submission_messages']>[]
}

function isSubmitting(event: StoryEvent): boolean {
  return event.kind === 'moved' && event.to === 'submitted'
}

/**
 * Returns what was shared with the client of an application: a summary and answers at most submissions, and at some a
 * question of the client's reviewer with a reply.
 */
export function submissionRows(
  plan: Plan,
  ids: SetupIds,
  index: number,
  story: Story,
  base: { workspace_id: string; application_id: string },
): SubmissionRows {
  const random = createRandom(hashSeed(plan.seed, streams.client, index))
  const submitted = story.events.findLast(isSubmitting)
  const position = plan.positionOf(index)
  const { company } = plan.positions[position]!
  const isReviewed = plan.staff.users[plan.staff.reviewer]!.company === company
  const { asOf } = plan.calendar
  // Some are moved without a word to a client who has nobody here to read it.
  if (!submitted || submitted.at >= asOf || !(random.chance(0.6) || isReviewed))
    return { sharing: [], submissions: [], submission_messages: [] }
  const by = submitted.by.user ?? plan.positions[position]!.recruiter
  const { slots } = story
  const id = makeId(random, submitted.at, 0)
  const { application_id: applicationId, ...workspace } = base
  const submission = {
    ...workspace,
    id,
    application_id: applicationId,
    company_id: ids.companies[company]!,
    summary: fill(random.pick(clientSummaries), slots),
    answers: clientAnswers.map(({ label, values }) => ({ label, value: fill(random.pick(values), slots) })),
    submitted_by: ids.users[by]!,
    submitted_at: iso(submitted.at),
  }
  const messages: Insertable<DB['submission_messages']>[] = []
  const askedAt = submitted.at + Math.floor((20 + random.exponential(90)) * minute)
  const repliedAt = askedAt + Math.floor((10 + random.exponential(60)) * minute)
  const leftAt =
    story.events.find(({ at, kind }) => at > submitted.at && (kind === 'moved' || kind === 'disposition'))
      ?.at ?? asOf
  if (isReviewed && random.chance(0.4) && askedAt < Math.min(leftAt, asOf)) {
    const { question, reply } = random.pick(clientQuestions)
    const add = (user: number, body: string, at: number) =>
      messages.push({
        ...workspace,
        id: makeId(random, at, 0),
        submission_id: id,
        user_id: ids.users[user]!,
        body: fill(body, slots),
        at: iso(at),
      })
    add(plan.staff.reviewer, question, askedAt)
    if (repliedAt < asOf) add(by, reply, repliedAt)
  }
  const said = { company: plan.demand.companies[company]! }
  return {
    sharing: [
      {
        ...said,
        kind: 'shared',
        at: submission.submitted_at,
        userId: submission.submitted_by,
        body: sharedText(submission.summary, submission.answers),
      },
      ...messages.map(({ at, user_id, body }, index) => ({
        ...said,
        kind: index === 0 ? ('asked' as const) : ('replied' as const),
        at: String(at),
        userId: user_id,
        body: body!,
      })),
    ],
    submissions: [submission],
    submission_messages: messages,
  }
}

import type { Insertable } from 'kysely'
import type { DB } from '../database/schema.generated.ts'
import { callRow } from './call-row.ts'
import { candidateOf, candidateRow } from './candidate-row.ts'
import { consentRows } from './consent-rows.ts'
import { applicationValues, candidateValues } from './field-rows.ts'
import { logColumns, noColumns, reasonId } from './log-row.ts'
import { fold } from './people.ts'
import { type Plan, streams } from './plan.ts'
import { createRandom, hashSeed } from './random.ts'
import { iso, makeId, type SampleRows } from './rows.ts'
import type { SampleWorkspace, SetupIds } from './setup-rows.ts'
import type { Story, StoryEnd, StoryEvent } from './story.ts'
import { submissionRows } from './submission-rows.ts'

const dayMs = 24 * 3_600_000

/**
 * Returns the agent of an event. Agents with a login are shown as their user; voice agents, and callers without a
 * login, as the agent.
 */
function actingAgent({ staff }: Plan, ids: SetupIds, { by }: StoryEvent): string | null {
  return by.agent === null || staff.agents[by.agent]!.user !== null ? null : ids.agents[by.agent]!
}

function past({ calendar }: Plan, at: number | null): string | null {
  return at !== null && at <= calendar.asOf ? iso(at) : null
}

/** Returns unread reminders to the owner for due dates of the last three days. */
function reminderRows(plan: Plan, story: Story, dueAt: number | null) {
  const recent = (at: number | null): at is number =>
    at !== null && at <= plan.calendar.asOf && at > plan.calendar.asOf - 3 * dayMs
  if (story.owner === null || story.end) return []
  return [
    { kind: 'callback_due', at: story.callbackAt },
    { kind: 'overdue', at: dueAt },
  ].flatMap(({ kind, at }) => (recent(at) ? [{ kind, at }] : []))
}

/** Returns all rows of the application `index`, with the candidate's if it is their first. */
export function applicationRows(
  plan: Plan,
  workspace: SampleWorkspace,
  ids: SetupIds,
  index: number,
): SampleRows {
  const random = createRandom(hashSeed(plan.seed, streams.ids, index))
  const story = plan.story(index)
  const person = plan.person(index)
  const position = plan.positionOf(index)
  const appliedAt = plan.appliedAt(index)
  const base = { workspace_id: workspace.id }
  const applicationId = makeId(random, appliedAt, 0)
  const candidate = candidateOf(plan, workspace, person)
  const status = ids.statuses[position]![story.type]
  const dueAt = story.end || status.slaDays === null ? null : story.enteredAt + status.slaDays * dayMs
  const lastEvent = story.events.at(-1)!
  const callIds = new Map<StoryEvent, string>()
  const calls = story.events.flatMap((event) => {
    if (event.kind !== 'call') return []
    const id = makeId(random, event.call.startedAt, 0)
    callIds.set(event, id)
    return [
      {
        ...base,
        id,
        application_id: applicationId,
        candidate_id: candidate.id,
        ...callRow(plan, ids, event.call, person.phone!, random),
      },
    ]
  })
  const lastCall = calls.at(-1)
  const refusal = story.events.find((event) => event.kind === 'call' && event.call.outcome === 'do_not_call')
  const refusedIn =
    refusal?.kind === 'call' ? { id: callIds.get(refusal)!, startedAt: refusal.call.startedAt } : null

  const { sharing, ...shared } = submissionRows(plan, ids, index, story, {
    ...base,
    application_id: applicationId,
  })
  const lastActivityAt = Math.max(lastEvent.at, ...sharing.map(({ at }) => Date.parse(at)))
  const application: Insertable<DB['applications']> = {
    ...base,
    id: applicationId,
    candidate_id: candidate.id,
    position_id: ids.positions[position]!,
    status_id: status.id,
    status_type: story.type,
    reached: story.reached,
    rank: plan.rank(index),
    entered_status_at: iso(story.enteredAt),
    due_at: dueAt === null ? null : iso(dueAt),
    owner_id: story.owner === null ? null : ids.users[story.owner]!,
    source: story.source,
    tags: [...story.tags],
    last_contact_at: lastCall?.started_at ?? null,
    last_contact_result: story.events.findLast((event) => event.kind === 'call')?.call.result ?? null,
    call_attempts: calls.length,
    callback_at: story.callbackAt === null ? null : iso(story.callbackAt),
    // Past reminders are stored as sent, so that the server does not send them.
    reminded_callback_at: past(plan, story.callbackAt),
    reminded_due_at: past(plan, dueAt),
    disposition: story.end?.disposition ?? null,
    closed_at: story.end ? iso(story.end.at) : null,
    applied_at: iso(appliedAt),
    candidate_name: candidate.name,
    candidate_search: fold(`${candidate.name} ${candidate.email ?? ''} ${candidate.phone ?? ''}`),
    custom_fields: applicationValues(plan, ids.fields, index, story) as never,
    last_activity_at: iso(lastActivityAt),
    created_at: iso(appliedAt),
    updated_at: iso(lastEvent.at),
  }

  const activityLogs = story.events.map((event, order) => ({
    ...base,
    id: makeId(random, event.at, order),
    application_id: applicationId,
    position_id: ids.positions[position]!,
    kind: event.kind === 'assigned' ? 'edited' : event.kind,
    at: iso(event.at),
    user_id: event.by.user === null ? null : ids.users[event.by.user]!,
    agent_id: actingAgent(plan, ids, event),
    ...logColumns(workspace, ids, position, event),
    call_id: callIds.get(event) ?? null,
  }))

  const sharingLogs = sharing.map(({ kind, at, userId, company, body }, order) => ({
    ...base,
    id: makeId(random, Date.parse(at), order),
    application_id: applicationId,
    position_id: ids.positions[position]!,
    kind,
    at,
    user_id: userId,
    agent_id: null,
    ...noColumns,
    new_value: company,
    body,
    call_id: null,
  }))
  return {
    ...shared,
    candidates:
      person.index === index
        ? [candidateRow(candidate, story, candidateValues(plan, ids.fields, person, story))]
        : [],
    applications: [application],
    dispositions: story.end ? [dispositionRow(workspace, ids, position, applicationId, story.end)] : [],
    calls,
    consent_entries:
      person.index === index
        ? consentRows(plan, { ...base, id: candidate.id, index, appliedAt }, story, refusedIn)
        : [],
    activity_logs: [...activityLogs, ...sharingLogs],
    notifications: [
      ...story.events.flatMap((event) => {
        if (event.kind !== 'comment' || event.mentioned === null) return []
        const text = `${plan.staff.users[event.by.user!]!.name}: ${event.body.slice(0, 200)}`
        return [
          {
            ...base,
            id: makeId(random, event.at, 0),
            user_id: ids.users[event.mentioned]!,
            kind: 'mention',
            text,
            application_id: applicationId,
            at: iso(event.at),
            read_at:
              plan.calendar.asOf - event.at > 4 * dayMs
                ? iso(event.at + Math.floor(random.next() * dayMs))
                : null,
          },
        ]
      }),
      ...reminderRows(plan, story, dueAt).map(({ kind, at }) => ({
        ...base,
        id: makeId(random, at, 0),
        user_id: ids.users[story.owner!]!,
        kind,
        text: candidate.name,
        application_id: applicationId,
        at: iso(at),
        read_at: null,
      })),
    ],
  }
}

function dispositionRow(
  workspace: SampleWorkspace,
  ids: SetupIds,
  position: number,
  applicationId: string,
  end: StoryEnd,
): Insertable<DB['dispositions']> {
  return {
    workspace_id: workspace.id,
    application_id: applicationId,
    kind: end.disposition,
    reason_id: reasonId(workspace, end),
    note: end.note,
    status_id: ids.statuses[position]![end.statusType].id,
    status_type: end.statusType,
    decided_at: iso(end.at),
    decided_by: end.by === null ? null : ids.users[end.by]!,
  }
}

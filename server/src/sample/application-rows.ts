import { dispositions } from '@muster/contract/dispositions.ts'
import type { Insertable } from 'kysely'
import type { DB } from '../database/schema.generated.ts'
import { callRow } from './call-row.ts'
import { plain } from './people.ts'
import { places } from './places.ts'
import { type Plan, type PlannedPerson, streams } from './plan.ts'
import { createRandom, hashSeed, weighted } from './random.ts'
import { iso, makeId, type SampleRows } from './rows.ts'
import type { SampleWorkspace, SetupIds } from './setup-rows.ts'
import type { Story, StoryEvent } from './story.ts'

const dayMs = 24 * 3_600_000

const pickDomain = weighted([
  ['example.com', 6],
  ['example.org', 2],
  ['example.net', 2],
])

const formerEmployers = [
  'Delway Stores',
  'Union Parcel Hub',
  'Gateway Foods',
  'Maple Court Residence',
  'Crossland Carriers',
  'Bright Spot Diner',
  'County School District',
  'Self-employed',
] as const

/** Everything about the plan's application `index`; the candidate too when it is their first. */
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
  const candidate = candidateRow(plan, workspace, person)
  const status = ids.statuses[position]![story.type]
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
    due_at: story.end || status.slaDays === null ? null : iso(story.enteredAt + status.slaDays * dayMs),
    owner_id: story.owner === null ? null : ids.users[story.owner]!,
    source: story.source,
    tags: [...story.tags],
    last_contact_at: lastCall?.started_at ?? null,
    last_contact_result: lastCall ? (lastCall.outcome ?? lastCall.end_reason) : null,
    call_attempts: calls.length,
    callback_at: story.callbackAt === null ? null : iso(story.callbackAt),
    disposition: story.end?.disposition ?? null,
    closed_at: story.end ? iso(story.end.at) : null,
    applied_at: iso(appliedAt),
    candidate_name: candidate.name,
    candidate_search: `${candidate.name} ${candidate.email ?? ''} ${candidate.phone ?? ''}`.toLowerCase(),
    last_activity_at: iso(lastEvent.at),
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
    agent_id: event.by.agent === null ? null : ids.agents[event.by.agent]!,
    ...whatHappened(plan, ids, position, event),
    call_id: callIds.get(event) ?? null,
  }))

  return {
    candidates: person.index === index ? [candidateOf(candidate, story)] : [],
    applications: [application],
    dispositions: story.end ? [dispositionRow(workspace, ids, position, applicationId, story.end)] : [],
    calls,
    activity_logs: activityLogs,
    notifications: story.events.flatMap((event) => {
      if (event.kind !== 'comment' || event.mentioned === null) return []
      const text = `${plan.staff.users[event.by.user!]!.name} mentioned you on ${candidate.name}`
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
            plan.calendar.asOf - event.at > 2 * dayMs
              ? iso(event.at + Math.floor(random.next() * dayMs))
              : null,
        },
      ]
    }),
  }
}

function candidateRow(plan: Plan, { id: workspaceId }: SampleWorkspace, person: PlannedPerson) {
  const random = createRandom(hashSeed(plan.seed, streams.person, person.index, 1))
  const createdAt = plan.appliedAt(person.index)
  const given = plain(person.given)
  const family = plain(person.family)
  const local = random.pick([
    `${given}.${family}`,
    `${given}.${family}`,
    `${given}${family}`,
    `${given}_${family}`,
  ])
  const { trade } = plan.positions[plan.positionOf(person.index)]!
  const place = places[person.place]!
  return {
    workspace_id: workspaceId,
    id: makeId(random, createdAt, 0),
    name: `${person.given} ${person.family}`,
    email: person.hasEmail ? `${local}${person.repeat ? person.repeat + 1 : ''}@${pickDomain(random)}` : null,
    phone: person.phone,
    profile_url: random.chance(0.06)
      ? `https://profiles.example.com/${given}-${family}-${person.index}`
      : null,
    location: `${random.pick(place.towns)}, ${place.metro.slice(-2)}`,
    current_company: random.chance(0.3) ? random.pick(formerEmployers) : null,
    current_title: random.chance(0.6) ? random.pick(trade.formerTitles) : null,
    created_at: iso(createdAt),
  }
}

function candidateOf(candidate: ReturnType<typeof candidateRow>, story: Story): Insertable<DB['candidates']> {
  const asked = story.doNotCall ? 'withdrawn' : story.source === 'Career page' ? 'given' : 'unknown'
  return {
    ...candidate,
    do_not_call: story.doNotCall,
    consent: asked,
    updated_at: story.doNotCall && story.end ? iso(story.end.at) : candidate.created_at,
  }
}

function dispositionRow(
  { id: workspaceId, reasons }: SampleWorkspace,
  ids: SetupIds,
  position: number,
  applicationId: string,
  end: NonNullable<Story['end']>,
): Insertable<DB['dispositions']> {
  const { party } = dispositions[end.disposition]
  const reason =
    end.reason === null ? null : reasons.find((one) => one.party === party && one.name === end.reason)
  if (reason === undefined) throw new Error(`No reason "${end.reason}" for ${end.disposition}`)
  return {
    workspace_id: workspaceId,
    application_id: applicationId,
    kind: end.disposition,
    reason_id: reason?.id ?? null,
    note: end.note,
    status_id: ids.statuses[position]![end.standing].id,
    status_type: end.standing,
    decided_at: iso(end.at),
    decided_by: end.by === null ? null : ids.users[end.by]!,
  }
}

/** The columns of a log that depend on its kind, all of them for every kind. */
function whatHappened(plan: Plan, ids: SetupIds, position: number, event: StoryEvent) {
  const statuses = ids.statuses[position]!
  const userName = (user: number | null) => (user === null ? null : plan.staff.users[user]!.name)
  const created = event.kind === 'created'
  const moved = event.kind === 'moved' ? event : null
  const assigned = event.kind === 'assigned' ? event : null
  const comment = event.kind === 'comment' ? event : null
  const toType = created ? 'lead' : (moved?.to ?? null)
  return {
    from_status_id: moved ? statuses[moved.from].id : null,
    to_status_id: toType ? statuses[toType].id : null,
    from_type: moved?.from ?? null,
    to_type: toType,
    cause: moved?.cause ?? null,
    field: assigned ? 'ownerId' : null,
    old_value: assigned ? userName(assigned.from) : null,
    new_value: assigned ? userName(assigned.to) : event.kind === 'disposition' ? event.disposition : null,
    body: bodyOf(event),
    mentions: comment && comment.mentioned !== null ? [ids.users[comment.mentioned]!] : [],
  }
}

function bodyOf(event: StoryEvent): string | null {
  if (event.kind === 'comment' || event.kind === 'email') return event.body
  return event.kind === 'disposition' ? event.note : null
}

import type { FieldValue } from '@muster/contract/field-values.ts'
import type { Insertable } from 'kysely'
import type { DB } from '../database/schema.generated.ts'
import { plain } from './people.ts'
import { places } from './places.ts'
import { type Plan, type PlannedPerson, streams } from './plan.ts'
import { createRandom, hashSeed, weighted } from './random.ts'
import { iso, makeId } from './rows.ts'
import type { SampleWorkspace } from './setup-rows.ts'
import type { Story } from './story.ts'

const pickDomain = weighted([
  ['example.com', 6],
  ['example.org', 2],
  ['example.net', 2],
])

/** Returns a person's data, the same for each of their applications. */
export function candidateOf(plan: Plan, { id: workspaceId }: SampleWorkspace, person: PlannedPerson) {
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
    current_company: random.chance(0.3) ? random.pick(trade.employers) : null,
    current_title: random.chance(0.6) ? random.pick(trade.formerTitles) : null,
    created_at: iso(createdAt),
  }
}

/** Returns the candidate's row, with the data of their first application. */
export function candidateRow(
  candidate: ReturnType<typeof candidateOf>,
  story: Story,
  values: Record<string, FieldValue>,
): Insertable<DB['candidates']> {
  const asked = story.doNotCall ? 'withdrawn' : story.source === 'Career page' ? 'given' : 'unknown'
  return {
    ...candidate,
    do_not_call: story.doNotCall,
    consent: asked,
    custom_fields: values as never,
    updated_at: story.doNotCall && story.end ? iso(story.end.at) : candidate.created_at,
  }
}

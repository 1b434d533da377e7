import type { Insertable } from 'kysely'
import type { DB } from '../database/schema.generated.ts'
import { type Plan, streams } from './plan.ts'
import { createRandom, hashSeed } from './random.ts'
import { iso, makeId } from './rows.ts'
import type { Story } from './story.ts'

const hourMs = 3_600_000

interface Person {
  workspace_id: string
  id: string
  index: number
  appliedAt: number
}

/**
 * Returns what a person gave and revoked, of which the fields in `candidateRow` are the newest state: on the form of the
 * career page, and in the call in which they asked not to be called.
 */
export function consentRows(
  plan: Plan,
  person: Person,
  story: Story,
  refusedIn: { id: string; startedAt: number } | null,
): Insertable<DB['consent_entries']>[] {
  const random = createRandom(hashSeed(plan.seed, streams.consents, person.index))
  const entry = (
    at: number,
    channel: string,
    action: string,
    source: string,
    more: { wording?: string; callId?: string } = {},
  ) => ({
    workspace_id: person.workspace_id,
    id: makeId(random, at, 0),
    candidate_id: person.id,
    channel,
    purpose: 'recruiting',
    action,
    wording: more.wording ?? null,
    source,
    happened_at: iso(at),
    recorded_at: iso(at),
    evidence_call_id: more.callId ?? null,
  })
  const onForm =
    story.source === 'Career page'
      ? [
          entry(person.appliedAt, 'any', 'given', 'form', {
            wording: 'I agree that you contact me about this and other positions.',
          }),
          ...(random.chance(0.4)
            ? [
                entry(person.appliedAt, 'voice_agent_call', 'given', 'form', {
                  wording: 'An automated assistant with an artificial voice may call me.',
                }),
              ]
            : []),
        ]
      : []
  const lessLater =
    !story.doNotCall && random.chance(0.02)
      ? [
          entry(
            Math.min(person.appliedAt + 20 * hourMs, plan.calendar.asOf),
            'text_message',
            'revoked',
            'user',
          ),
        ]
      : []
  const refusedAt = refusedIn?.startedAt ?? story.end?.at ?? person.appliedAt
  const call = refusedIn ? { callId: refusedIn.id } : {}
  const refused = story.doNotCall
    ? [entry(refusedAt, 'any', 'revoked', 'call', call), entry(refusedAt, 'calls', 'revoked', 'call', call)]
    : []
  return [...onForm, ...lessLater, ...refused]
}

import type { moveCauses } from '@muster/contract/activity-logs.ts'
import type { callEndReasons, callLifecycles, callOutcomes } from '@muster/contract/calls.ts'
import type { DispositionKind } from '@muster/contract/dispositions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import type { Calendar } from './calendar.ts'
import type { PositionPlan } from './positions.ts'
import type { Staff } from './staff.ts'

export type CallOutcome = (typeof callOutcomes)[number]
export type EndReason = (typeof callEndReasons)[number]
export type Lifecycle = (typeof callLifecycles)[number]
export type MoveCause = (typeof moveCauses)[number]

/** Who did something: a user, an agent, or nobody when it came in by itself. Indexes into the staff. */
export interface Doer {
  user: number | null
  agent: number | null
}

export interface StoryCall {
  startedAt: number
  endedAt: number
  agent: number
  lifecycle: Lifecycle
  endReason: EndReason
  outcome: CallOutcome | null
  suggestedOutcome: CallOutcome | null
  callbackAt: number | null
  seconds: number
  summary: string | null
  transcript: string | null
  /** What lists show of it while it is the last. */
  result: string
}

/** One entry of the history, before it has ids. Users and agents are indexes into the staff. */
export type StoryEvent = { at: number; by: Doer } & (
  | { kind: 'created' }
  | { kind: 'moved' | 'reopened'; from: StatusType; to: StatusType; cause: MoveCause }
  | { kind: 'call'; call: StoryCall }
  | { kind: 'comment'; body: string; mentioned: number | null }
  | { kind: 'email'; body: string }
  | { kind: 'assigned'; from: number | null; to: number }
  | { kind: 'disposition'; end: StoryEnd }
)

/** How an application ended. */
export interface StoryEnd {
  disposition: DispositionKind
  /** A name from the list of the disposition's party. */
  reason: string | null
  note: string | null
  /** Where it stood when decided. */
  standing: StatusType
  at: number
  by: number | null
}

/** All that happened to one application up to the day the sample is made for. */
export interface Story {
  events: readonly StoryEvent[]
  type: StatusType
  enteredAt: number
  /** The furthest funnel type reached, 0 to 6. */
  reached: number
  owner: number | null
  callbackAt: number | null
  end: StoryEnd | null
  doNotCall: boolean
  source: string | null
  tags: readonly string[]
}

/** What an application starts from. */
export interface Applicant {
  seed: number
  appliedAt: number
  position: PositionPlan
  /** Of the position: who looks after it. */
  recruiter: number
  first: string
  hasPhone: boolean
  /** Applied before under another position. */
  returning: boolean
  /** Stays where it is of this type, once it came so far. */
  heldIn: StatusType | null
}

export interface StoryWorld {
  calendar: Calendar
  staff: Staff
  companyNames: readonly string[]
  /** Without comments, assignments and transcripts: at a million, the calls and moves are what is measured. */
  brief: boolean
}

import type { moveCauses } from '@muster/contract/activity-logs.ts'
import type { callEndReasons, callLifecycles, callOutcomes } from '@muster/contract/calls.ts'
import type { DispositionKind } from '@muster/contract/dispositions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import type { Calendar } from './calendar.ts'
import type { Slots } from './phrases.ts'
import type { PositionPlan } from './positions.ts'
import type { Staff } from './staff.ts'

export type CallOutcome = (typeof callOutcomes)[number]
export type EndReason = (typeof callEndReasons)[number]
export type Lifecycle = (typeof callLifecycles)[number]
export type MoveCause = (typeof moveCauses)[number]

/** Who did something: a user, an agent, or neither. Indexes into the staff. */
export interface Performer {
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
  /** The result that lists show while it is the last call. */
  result: string
}

/** One entry of the history without ids. Users and agents are indexes into the staff. */
export type StoryEvent = { at: number; by: Performer } & (
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
  /** A name from the reasons of the disposition's party. */
  reason: string | null
  note: string | null
  /** The status type at the decision. */
  statusType: StatusType
  at: number
  by: number | null
}

/** The history of one application up to the sample's date. */
export interface Story {
  events: readonly StoryEvent[]
  type: StatusType
  enteredAt: number
  /** The furthest funnel type, 0 to 6. */
  reached: number
  owner: number | null
  callbackAt: number | null
  end: StoryEnd | null
  doNotCall: boolean
  source: string | null
  tags: readonly string[]
  /** What comments, calls and summaries of this application say alike. */
  slots: Slots
}

/** The initial data of an application. */
export interface Applicant {
  seed: number
  appliedAt: number
  position: PositionPlan
  /** The recruiter of the position. */
  recruiter: number
  first: string
  hasPhone: boolean
  /** Applied before for another position. */
  returning: boolean
  /** The application stays in this type once it gets there. */
  heldIn: StatusType | null
}

export interface StoryContext {
  calendar: Calendar
  staff: Staff
  companyNames: readonly string[]
  /** Without comments, assignments and transcripts: at a million, only calls and moves are measured. */
  brief: boolean
}

import { type DispositionKind, dispositions } from '@muster/contract/dispositions.ts'
import { type StatusType, statusTypeRank } from '@muster/contract/status-types.ts'
import { officeHours, weekdayNames } from './calendar.ts'
import { closingNotes, comments, fill, mentions, type Slots } from './phrases.ts'
import { places } from './places.ts'
import { createRandom, type Random } from './random.ts'
import { chooseSource } from './sources.ts'
import type { Applicant, MoveCause, Performer, Story, StoryContext, StoryEnd, StoryEvent } from './story.ts'

const hour = 3_600_000
const weekdays = weekdayNames.slice(1, 6)

type EventBody = StoryEvent extends infer Event
  ? Event extends StoryEvent
    ? Omit<Event, 'at' | 'by'>
    : never
  : never

/** Returns a title for use within a sentence; abbreviations such as CDL-A keep their capitals. */
function lowerCase(title: string): string {
  return title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
}

/** Adds an article by sound: an LPN, a CNA. */
function withArticle(noun: string): string {
  return `${/^([aeio]|LPN|HVAC)/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** The simulated state of one application. A step that would end after the horizon is not taken. */
export class Journey {
  readonly context: StoryContext
  readonly applicant: Applicant
  readonly random: Random
  readonly source: string | null
  readonly tags: readonly string[]
  readonly slots: Slots
  readonly #horizon: number
  readonly #events: StoryEvent[] = []
  at: number
  type: StatusType = 'lead'
  owner: number | null = null
  callbackAt: number | null = null
  doNotCall = false
  #enteredAt: number
  #reached = 0
  #tries = 0
  #end: StoryEnd | null = null

  constructor(context: StoryContext, applicant: Applicant, horizon: number) {
    this.context = context
    this.applicant = applicant
    this.#horizon = horizon
    this.at = applicant.appliedAt
    this.#enteredAt = this.at
    const random = createRandom(applicant.seed)
    this.random = random
    this.source = chooseSource(random, context.calendar.month(this.at))
    const { trade, place, company } = applicant.position
    this.tags = trade.tags.filter(() => random.chance(0.16))
    this.slots = {
      first: applicant.first,
      company: context.companyNames[company]!,
      title: lowerCase(trade.title),
      shift: random.pick(trade.shifts),
      requirement: random.pick(trade.requirements),
      pay: trade.pay,
      former: withArticle(lowerCase(random.pick(trade.formerTitles))),
      town: random.pick(places[place]!.towns),
      day: random.pick(weekdays),
      mention: '',
      callback: '',
      agent: '',
    }
  }

  get ended(): boolean {
    return this.#end !== null
  }

  /** Advances by some hours, to the next working time. Returns false if that is after the horizon. */
  advance(hours: number, work = officeHours): boolean {
    const next = this.context.calendar.settle(this.at + hours * hour, work, this.random)
    return this.advanceTo(next)
  }

  advanceTo(at: number): boolean {
    if (at >= this.#horizon || this.type === this.applicant.heldIn) return false
    this.at = Math.max(at, this.at + 1)
    return true
  }

  log(by: Performer, body: EventBody): void {
    this.#events.push({ at: this.at, by, ...body } as StoryEvent)
  }

  move(to: StatusType, cause: MoveCause, by: Performer, kind: 'moved' | 'reopened' = 'moved'): void {
    this.log(by, { kind, from: this.type, to, cause })
    this.type = to
    this.#enteredAt = this.at
    if (to !== 'closed') this.#reached = Math.max(this.#reached, statusTypeRank(to))
  }

  /** Closes the application: in the hired status, or in the closed one with any other disposition. */
  close(disposition: DispositionKind, reason: string | null, cause: MoveCause, by: Performer): void {
    const note =
      dispositions[disposition].party && this.random.chance(0.2)
        ? fill(this.random.pick(closingNotes), this.slots)
        : null
    const end = { disposition, reason, note, statusType: this.type, at: this.at, by: by.user }
    this.move(disposition === 'hired' ? 'hired' : 'closed', cause, by)
    this.log(by, { kind: 'disposition', end })
    this.#end = end
    this.callbackAt = null
  }

  reopen(by: Performer): void {
    this.move(this.#end!.statusType, 'reopen', by, 'reopened')
    this.#end = null
  }

  /** Returns who handles the application: its owner, or the position's recruiter. */
  handler(): Performer {
    return { user: this.owner ?? this.applicant.recruiter, agent: null }
  }

  assign(to: number, by: Performer): void {
    if (this.owner === to) return
    if (!this.context.brief) this.log(by, { kind: 'assigned', from: this.owner, to })
    this.owner = to
  }

  /** Returns the number of this attempt to reach somebody, 0 for a conversation. */
  countTry(spoke: boolean): number {
    this.#tries = spoke ? 0 : this.#tries + 1
    return this.#tries
  }

  /** Adds a comment some time later, with a probability. */
  comment(probability: number): void {
    if (this.context.brief || !this.random.chance(probability)) return
    const { random, context } = this
    const author = random.chance(0.75) ? this.handler().user! : random.int(5)
    if (!this.advanceTo(this.at + (3 + random.exponential(40)) * 60_000)) return
    const asked = random.chance(0.4) ? 0 : random.int(5)
    const asks = !this.ended && asked !== author && random.chance(0.2)
    const slots = { ...this.slots, mention: `@${context.staff.users[asked]!.name}` }
    this.log(
      { user: author, agent: null },
      {
        kind: 'comment',
        body: fill(random.pick(asks ? mentions : comments[this.type]), slots),
        mentioned: asks ? asked : null,
      },
    )
  }

  tell(): Story {
    const { type, owner, callbackAt, doNotCall, source, tags } = this
    return {
      events: this.#events,
      type,
      enteredAt: this.#enteredAt,
      reached: this.#reached,
      owner,
      callbackAt,
      end: this.#end,
      doNotCall,
      source,
      tags,
      slots: this.slots,
    }
  }
}

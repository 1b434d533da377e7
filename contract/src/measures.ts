import type { FieldSubject, FieldType } from './field-subjects.ts'
import type { MetricDefinition } from './metric-definitions.ts'
import type { funnelTypes } from './status-types.ts'

/** What a measure can be grouped by. Times are those of what is counted, in the timezone of the period. */
export const groupings = {
  owner: { label: /*i18n*/ 'Owner', kind: 'rows' },
  position: { label: /*i18n*/ 'Position', kind: 'rows' },
  company: { label: /*i18n*/ 'Company', kind: 'rows' },
  pipeline: { label: /*i18n*/ 'Pipeline', kind: 'rows' },
  agent: { label: /*i18n*/ 'Agent', kind: 'rows' },
  queue: { label: /*i18n*/ 'Call queue', kind: 'rows' },
  campaign: { label: /*i18n*/ 'Voice campaign', kind: 'rows' },
  source: { label: /*i18n*/ 'Source', kind: 'rows' },
  tag: { label: /*i18n*/ 'Tag', kind: 'rows' },
  statusType: { label: /*i18n*/ 'Stage', kind: 'words' },
  disposition: { label: /*i18n*/ 'Outcome', kind: 'words' },
  reason: { label: /*i18n*/ 'Reason', kind: 'rows' },
  day: { label: /*i18n*/ 'Day', kind: 'time' },
  week: { label: /*i18n*/ 'Week', kind: 'time' },
  month: { label: /*i18n*/ 'Month', kind: 'time' },
  weekday: { label: /*i18n*/ 'Weekday', kind: 'words' },
  hour: { label: /*i18n*/ 'Hour', kind: 'words' },
} as const satisfies Record<string, { label: string; kind: 'rows' | 'words' | 'time' }>

export type Grouping = keyof typeof groupings

export const groupingKeys = Object.keys(groupings) as [Grouping, ...Grouping[]]

/** The subjects whose custom fields can be grouped by, as their names begin: `field.<key>` is one of applications. */
export const groupedSubjects = {
  field: 'application',
  candidate: 'candidate',
  position: 'position',
  company: 'company',
} as const satisfies Record<string, FieldSubject>

type FieldPrefix = keyof typeof groupedSubjects

/** A custom field to group by. */
export type FieldGrouping = `${FieldPrefix}.${string}`

/** The types of custom fields to group by: those with groups of more than a few rows. */
export const groupedTypes: readonly FieldType[] = ['choice', 'choices', 'boolean', 'user']

export const fieldGroupingPattern = /^(?:field|candidate|position|company)\.[a-zA-Z0-9]{1,40}$/

export function isFieldGrouping(grouping: string): grouping is FieldGrouping {
  return fieldGroupingPattern.test(grouping)
}

/** Returns the subject and the key of a custom field to group by. */
export function readFieldGrouping(grouping: FieldGrouping) {
  const [prefix, key] = grouping.split('.') as [FieldPrefix, string]
  return { subject: groupedSubjects[prefix], key }
}

/** Returns the name of a custom field to group by; null if rows cannot be grouped by it. */
export function fieldGroupingOf({
  subject,
  key,
  type,
}: {
  subject: FieldSubject
  key: string
  type: FieldType
}): FieldGrouping | null {
  const prefixes = Object.keys(groupedSubjects) as FieldPrefix[]
  const prefix = prefixes.find((each) => groupedSubjects[each] === subject)
  return prefix && groupedTypes.includes(type) ? `${prefix}.${key}` : null
}

/** The types of custom fields whose values can be summarized. */
export const summarizedTypes: readonly FieldType[] = ['number', 'money']

/** How the values of a custom field are summarized. */
export const aggregates = ['sum', 'average', 'median'] as const

export type Aggregate = (typeof aggregates)[number]

/**
 * The subjects whose custom fields can be summarized, as their names begin: `field.<key>` is one of the applications that a
 * measure counts, `candidate.<key>` one of their candidates, `call.<key>` one of the calls that a measure counts.
 */
export const summarizedSubjects = {
  field: 'application',
  candidate: 'candidate',
  call: 'call',
} as const satisfies Record<string, FieldSubject>

type SummarizedPrefix = keyof typeof summarizedSubjects

/** A subject whose custom fields can be summarized. */
export type SummarizedSubject = (typeof summarizedSubjects)[SummarizedPrefix]

/** A custom field whose values are summarized. */
export type SummarizedField = `${SummarizedPrefix}.${string}`

/** The name of what providers reported that the calls of a measure cost. */
export const costOfCalls = 'callCost'

/** What a report can summarize: a custom field, or the costs of calls. */
export type Summarized = SummarizedField | typeof costOfCalls

export const summarizedPattern = /^(?:callCost|(?:field|candidate|call)\.[a-zA-Z0-9]{1,40})$/

export function isSummarized(name: string): name is Summarized {
  return summarizedPattern.test(name)
}

export function isSummarizedField(name: string): name is SummarizedField {
  return isSummarized(name) && name !== costOfCalls
}

/** Returns the subject and the key of a custom field whose values are summarized. */
export function readSummarizedField(name: SummarizedField) {
  const [prefix, key] = name.split('.') as [SummarizedPrefix, string]
  return { subject: summarizedSubjects[prefix], key }
}

/** Returns the name of a custom field whose values can be summarized; null for others. */
export function summarizedFieldOf({
  subject,
  key,
  type,
}: {
  subject: FieldSubject
  key: string
  type: FieldType
}): SummarizedField | null {
  const prefixes = Object.keys(summarizedSubjects) as SummarizedPrefix[]
  const prefix = prefixes.find((each) => summarizedSubjects[each] === subject)
  return prefix && summarizedTypes.includes(type) ? `${prefix}.${key}` : null
}

/** Every grouping: one of all workspaces, or a custom field. */
export type AnyGrouping = Grouping | FieldGrouping

export type TimeGrouping = Extract<Grouping, 'day' | 'week' | 'month'>

export function isTimeGrouping(grouping: AnyGrouping | undefined): grouping is TimeGrouping {
  return grouping !== undefined && !isFieldGrouping(grouping) && groupings[grouping].kind === 'time'
}

/** What the value of a measure is: a count, minutes, a share from 0 to 1, or a median duration. */
export type MeasureUnit = 'count' | 'minutes' | 'share' | 'days' | 'hours'

/** What a value is: that of a measure, or the values of a custom field summarized. */
export type FigureUnit = MeasureUnit | 'number' | 'money'

interface MeasureDefinition {
  label: string
  unit: MeasureUnit
  /** The list with the rows that it counts. */
  list: 'applications' | 'calls'
  definition: MetricDefinition
  /** The groupings that only some measures have, besides `commonGroupings`. */
  by?: readonly Grouping[]
}

const ofCalls = ['agent', 'queue', 'campaign'] as const

/** Everything a report can measure, in the order of the menu. `server/src/facts/measures.ts` names the facts of each. */
export const measures = {
  newApplications: {
    label: /*i18n*/ 'New applications',
    unit: 'count',
    list: 'applications',
    definition: 'newApplications',
    by: ['statusType'],
  },
  applicationsCalled: {
    label: /*i18n*/ 'Applications called',
    unit: 'count',
    list: 'applications',
    definition: 'applicationsCalled',
    by: ofCalls,
  },
  peopleSpokenWith: {
    label: /*i18n*/ 'Candidates spoken with',
    unit: 'count',
    list: 'applications',
    definition: 'peopleSpokenWith',
    by: ofCalls,
  },
  stageEntries: {
    label: /*i18n*/ 'Entered a stage',
    unit: 'count',
    list: 'applications',
    definition: 'stageEntries',
    by: ['statusType'],
  },
  qualified: {
    label: /*i18n*/ 'Qualified',
    unit: 'count',
    list: 'applications',
    definition: 'qualified',
  },
  submitted: {
    label: /*i18n*/ 'Submitted',
    unit: 'count',
    list: 'applications',
    definition: 'submitted',
  },
  interviews: {
    label: /*i18n*/ 'Interviews',
    unit: 'count',
    list: 'applications',
    definition: 'interviews',
  },
  offers: { label: /*i18n*/ 'Offers', unit: 'count', list: 'applications', definition: 'offers' },
  hired: { label: /*i18n*/ 'Hires', unit: 'count', list: 'applications', definition: 'hired' },
  closedWithoutHire: {
    label: /*i18n*/ 'Closed without a hire',
    unit: 'count',
    list: 'applications',
    definition: 'closedWithoutHire',
    by: ['statusType', 'disposition', 'reason'],
  },
  callsPlaced: {
    label: /*i18n*/ 'Calls placed',
    unit: 'count',
    list: 'calls',
    definition: 'callsPlaced',
    by: ofCalls,
  },
  conversations: {
    label: /*i18n*/ 'Conversations',
    unit: 'count',
    list: 'calls',
    definition: 'conversationsPlaced',
    by: ofCalls,
  },
  callMinutes: {
    label: /*i18n*/ 'Call minutes',
    unit: 'minutes',
    list: 'calls',
    definition: 'callMinutes',
    by: ofCalls,
  },
  contactRate: {
    label: /*i18n*/ 'Contact rate',
    unit: 'share',
    list: 'applications',
    definition: 'contactRate',
    by: ofCalls,
  },
  connectionRate: {
    label: /*i18n*/ 'Connection rate',
    unit: 'share',
    list: 'calls',
    definition: 'connectionRate',
    by: ofCalls,
  },
  voiceConversion: {
    label: /*i18n*/ 'Voice conversion',
    unit: 'share',
    list: 'applications',
    definition: 'voiceConversion',
    by: ofCalls,
  },
  contactedConversion: {
    label: /*i18n*/ 'Lead to contacted',
    unit: 'share',
    list: 'applications',
    definition: 'stageConversion',
  },
  qualifiedConversion: {
    label: /*i18n*/ 'Contacted to qualified',
    unit: 'share',
    list: 'applications',
    definition: 'stageConversion',
  },
  submittedConversion: {
    label: /*i18n*/ 'Qualified to submitted',
    unit: 'share',
    list: 'applications',
    definition: 'stageConversion',
  },
  interviewConversion: {
    label: /*i18n*/ 'Submitted to interview',
    unit: 'share',
    list: 'applications',
    definition: 'stageConversion',
  },
  offerConversion: {
    label: /*i18n*/ 'Interview to offer',
    unit: 'share',
    list: 'applications',
    definition: 'stageConversion',
  },
  hiredConversion: {
    label: /*i18n*/ 'Offer to hired',
    unit: 'share',
    list: 'applications',
    definition: 'stageConversion',
  },
  overallConversion: {
    label: /*i18n*/ 'Lead to hire',
    unit: 'share',
    list: 'applications',
    definition: 'overallConversion',
  },
  offerAcceptance: {
    label: /*i18n*/ 'Offer acceptance',
    unit: 'share',
    list: 'applications',
    definition: 'offerAcceptance',
  },
  declineRate: {
    label: /*i18n*/ 'Decline rate',
    unit: 'share',
    list: 'applications',
    definition: 'declineRate',
  },
  timeToHire: {
    label: /*i18n*/ 'Time to hire',
    unit: 'days',
    list: 'applications',
    definition: 'timeToHire',
  },
  timeToFill: {
    label: /*i18n*/ 'Time to fill',
    unit: 'days',
    list: 'applications',
    definition: 'timeToFill',
  },
  timeToFirstCall: {
    label: /*i18n*/ 'Time to first call',
    unit: 'hours',
    list: 'applications',
    definition: 'hoursToFirstCall',
  },
  timeInStage: {
    label: /*i18n*/ 'Time in stage',
    unit: 'days',
    list: 'applications',
    definition: 'timeInStage',
    by: ['statusType'],
  },
} as const satisfies Record<string, MeasureDefinition>

export type Measure = keyof typeof measures

export const measureKeys = Object.keys(measures) as [Measure, ...Measure[]]

/** The stage conversions by the type that an application advances to. */
export const conversionMeasures = {
  contacted: 'contactedConversion',
  qualified: 'qualifiedConversion',
  submitted: 'submittedConversion',
  interview: 'interviewConversion',
  offer: 'offerConversion',
  hired: 'hiredConversion',
} as const satisfies Record<Exclude<(typeof funnelTypes)[number], 'lead'>, Measure>

const commonGroupings: readonly Grouping[] = [
  'owner',
  'position',
  'company',
  'pipeline',
  'source',
  'tag',
  'day',
  'week',
  'month',
  'weekday',
  'hour',
]

/** Returns what a measure can be grouped by besides custom fields, in the order of the menu. */
export function groupingsOf(measure: Measure): Grouping[] {
  const { by }: MeasureDefinition = measures[measure]
  return groupingKeys.filter((key) => commonGroupings.includes(key) || by?.includes(key))
}

/** Returns whether a measure can be grouped by this. Custom fields of applications are those of all measures. */
export function hasGrouping(measure: Measure, grouping: AnyGrouping): boolean {
  return isFieldGrouping(grouping) || groupingsOf(measure).includes(grouping)
}

/** Returns whether values can be summarized over the rows of a measure: it counts what has them. */
export function hasSummaries(measure: Measure, name: Summarized): boolean {
  const isOfCalls = name === costOfCalls || readSummarizedField(name).subject === 'call'
  const list = isOfCalls ? 'calls' : 'applications'
  return listOf(measure) === list && unitOf(measure) === 'count'
}

export function unitOf(measure: Measure): MeasureUnit {
  return measures[measure].unit
}

export function listOf(measure: Measure): 'applications' | 'calls' {
  return measures[measure].list
}

/** Rates and medians of fewer than these are marked as too few to compare. */
export const fewestToCompare = 10

export function isDuration(unit: FigureUnit): unit is 'days' | 'hours' {
  return unit === 'days' || unit === 'hours'
}

/** A measure whose values have a distribution. */
export type Duration = {
  [Key in Measure]: (typeof measures)[Key]['unit'] extends 'days' | 'hours' ? Key : never
}[Measure]

export const durationKeys = measureKeys.filter((key): key is Duration => isDuration(unitOf(key))) as [
  Duration,
  ...Duration[],
]

/** The rows a measure counts, as the filter `counted` names them: all, or with `.part` those of a rate's numerator. */
export type Counted = Measure | `${Measure}.part`

export const countedKeys = measureKeys.flatMap((key): Counted[] =>
  unitOf(key) === 'share' ? [key, `${key}.part`] : [key],
) as [Counted, ...Counted[]]

/** Returns the measure of a `counted` filter, and whether it means the numerator. */
export function readCounted(counted: Counted): { measure: Measure; isPart: boolean } {
  const [measure, part] = counted.split('.') as [Measure, string | undefined]
  return { measure, isPart: part !== undefined }
}

/** A condition of the filter `countedIn`: in one group, or in a group that is none of several. */
export interface CountedIn {
  grouping: AnyGrouping
  /** Null: without one. */
  keys: readonly (string | null)[]
  isExcluded: boolean
}

/** Made on first use, so that screens that only list applications do not load the groupings. */
function countedInPattern(): RegExp {
  const fields = `(?:${Object.keys(groupedSubjects).join('|')})\\.[a-zA-Z0-9]{1,40}`
  return new RegExp(`^(${groupingKeys.join('|')}|${fields})(!?)(?:=([\\s\\S]+))?$`)
}

/** Whether text is a condition of `countedIn`: `source=Referral`, `source` for without one, `source!=Referral` for none of these. */
export function isCountedIn(text: string): boolean {
  return countedInPattern().test(text)
}

/** Reads the conditions of `countedIn`. Several exclusions of one grouping are one condition. */
export function readCountedIn(texts: readonly string[]): CountedIn[] {
  const pattern = countedInPattern()
  const read = texts.flatMap((text) => {
    const [, grouping, not, key] = pattern.exec(text) ?? []
    return grouping ? [{ grouping: grouping as AnyGrouping, isExcluded: not === '!', key: key ?? null }] : []
  })
  const included = read.filter(({ isExcluded }) => !isExcluded)
  const excluded = Map.groupBy(
    read.filter(({ isExcluded }) => isExcluded),
    ({ grouping }) => grouping,
  )
  return [
    ...included.map(({ grouping, key }) => ({ grouping, keys: [key], isExcluded: false })),
    ...[...excluded].map(([grouping, ones]) => ({
      grouping,
      keys: ones.map(({ key }) => key),
      isExcluded: true,
    })),
  ]
}

/** Writes a condition of `countedIn`. */
export function writeCountedIn({ grouping, keys, isExcluded }: CountedIn): string[] {
  return keys.map((key) => `${grouping}${isExcluded ? '!' : ''}${key === null ? '' : `=${key}`}`)
}

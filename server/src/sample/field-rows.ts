import type { FieldSubject, FieldType } from '@muster/contract/field-subjects.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import type { Insertable } from 'kysely'
import { hasRoomOnCards, hasRoomToSort } from '../custom-fields/check-definition.ts'
import type { DB } from '../database/schema.generated.ts'
import { type Plan, type PlannedPerson, streams } from './plan.ts'
import { createRandom, hashSeed, type Random, weighted } from './random.ts'
import { iso } from './rows.ts'
import type { SampleWorkspace } from './setup-rows.ts'
import type { Story } from './story.ts'
import type { Trade } from './trades.ts'

const dayMs = 24 * 3_600_000

interface SampleField {
  subject: FieldSubject
  key: string
  label: string
  type: FieldType
  section?: string
  help?: string
  unit?: string
  currency?: string
  /** Labels and colors, in their order. */
  options?: readonly (readonly [label: string, color: string])[]
  isSortable?: true
  isOnCards?: true
}

/** What a team that hires drivers, nurses and warehouse staff keeps of its own. */
const sampleFields = [
  {
    subject: 'candidate',
    key: 'license',
    label: 'License',
    type: 'choice',
    section: 'Qualifications',
    options: [
      ['CDL-A', '#2563EB'],
      ['CDL-B', '#0E7490'],
      ['RN', '#7C3AED'],
      ['LPN', '#A21CAF'],
      ['CNA', '#BE185D'],
      ['Forklift', '#B45309'],
    ],
  },
  {
    subject: 'candidate',
    key: 'licenseExpires',
    label: 'License expires',
    type: 'date',
    section: 'Qualifications',
    isSortable: true,
  },
  // Its files are written later, by write-sample-licenses.ts.
  {
    subject: 'candidate',
    key: 'licenseCopy',
    label: 'License copy',
    type: 'file',
    section: 'Qualifications',
  },
  {
    subject: 'application',
    key: 'preferredShift',
    label: 'Preferred shift',
    type: 'choice',
    options: [
      ['Days', '#15803D'],
      ['Evenings', '#B45309'],
      ['Nights', '#2563EB'],
      ['Weekends', '#7C3AED'],
    ],
    isOnCards: true,
  },
  {
    subject: 'application',
    key: 'expectedPay',
    label: 'Expected pay',
    type: 'money',
    currency: 'USD',
    help: 'For an hour, as the candidate said on the phone',
    isSortable: true,
  },
  { subject: 'company', key: 'contractNumber', label: 'Contract number', type: 'text' },
] as const satisfies readonly SampleField[]

type SampleKey = (typeof sampleFields)[number]['key']

/** The custom fields of the sample: those whose key and label the workspace has not used. */
export interface SampleFields {
  rows: Insertable<DB['custom_fields']>[]
  /** Returns the ID of an option. */
  optionId(key: SampleKey, label: string): string
  has(key: SampleKey): boolean
}

/** Returns the fields. A large plan for measurements has none. */
export function fieldRows(
  plan: Plan,
  workspace: SampleWorkspace,
  newId: () => string,
  at: number,
): SampleFields {
  const { fields, id } = workspace
  const isFree = ({ subject, key, label }: SampleField) =>
    !fields.some(
      (field) =>
        field.subject === subject && (field.key === key || field.label.toLowerCase() === label.toLowerCase()),
    )
  const added: readonly SampleField[] = plan.brief ? [] : sampleFields.filter(isFree)
  const options = new Map<string, string>()
  const rows = added.map((field, index) => {
    const sortable = field.isSortable === true && hasRoomToSort(field.subject, fields)
    return {
      workspace_id: id,
      id: newId(),
      subject: field.subject,
      key: field.key,
      label: field.label,
      type: field.type,
      section: field.section ?? null,
      help: field.help ?? null,
      currency: field.currency ?? null,
      options: (field.options ?? []).map(([label, color]) => {
        const optionId = newId()
        options.set(`${field.key} ${label}`, optionId)
        return { id: optionId, label, color, retired: false, mergedInto: null }
      }) as never,
      sortable,
      sort_state: sortable ? 'ready' : null,
      on_cards: field.isOnCards === true && hasRoomOnCards(fields),
      ordinal: fields.length + index,
      created_at: iso(at),
      updated_at: iso(at),
    }
  })
  const keys = new Set(rows.map(({ key }) => key))
  return {
    rows,
    optionId: (key, label) => options.get(`${key} ${label}`)!,
    has: (key) => keys.has(key),
  }
}

type Values = Record<string, FieldValue>

/** The licenses that a trade needs, by its requirements and tags. */
const licenses: readonly [label: string, pattern: RegExp][] = [
  ['CDL-A', /CDL-A/],
  ['CDL-B', /CDL-B/],
  ['RN', /^(the )?RN\b/],
  ['LPN', /^LPN$/],
  ['CNA', /^(the )?CNA\b/],
  ['Forklift', /forklift cert/],
]

function licensesOf({ requirements, tags }: Trade): string[] {
  const texts = [...requirements, ...tags]
  return licenses.filter(([, pattern]) => texts.some((text) => pattern.test(text))).map(([label]) => label)
}

/** Returns the values of a person, as their first application shows them. */
export function candidateValues(
  plan: Plan,
  fields: SampleFields,
  person: PlannedPerson,
  story: Story,
): Values {
  const random = createRandom(hashSeed(plan.seed, streams.fields, person.index, 1))
  const [usual, ...others] = licensesOf(plan.positions[plan.positionOf(person.index)]!.trade)
  if (!usual || !random.chance(0.8)) return {}
  const tagged = [usual, ...others].find((label) => story.tags.includes(label))
  const license = tagged ?? (others.length > 0 && random.chance(0.3) ? random.pick(others) : usual)
  const expires = plan.calendar.asOf + (random.int(1100) - 30) * dayMs
  return {
    ...(fields.has('license') && { license: fields.optionId('license', license) }),
    ...(fields.has('licenseExpires') && { licenseExpires: iso(expires).slice(0, 10) }),
  }
}

const pickShift = weighted([
  ['Days', 5],
  ['Evenings', 2],
  ['Nights', 3],
  ['Weekends', 1],
])

/** Returns the pay of an hour in cents; null for trades paid otherwise. */
function hourlyPay({ pay }: Trade): number | null {
  const [, dollars] = /^\$([\d.]+) an hour$/.exec(pay) ?? []
  return dollars ? Number(dollars) * 100 : null
}

/** Rounds to a quarter of a dollar, a little around the pay of the position. */
function expectedPay(pay: number, random: Random): number {
  return Math.round((pay * (0.96 + random.next() * 0.16)) / 25) * 25
}

/** Returns what somebody asked on the phone: nothing of those whom nobody has reached. */
export function applicationValues(plan: Plan, fields: SampleFields, index: number, story: Story): Values {
  const hasSpoken = story.events.some((event) => event.kind === 'call' && event.call.outcome !== null)
  if (!hasSpoken) return {}
  const random = createRandom(hashSeed(plan.seed, streams.fields, index))
  const { trade } = plan.positions[plan.positionOf(index)]!
  const shift = trade.tags.includes('night shift') && random.chance(0.3) ? 'Nights' : pickShift(random)
  const pay = hourlyPay(trade)
  const amount = pay && random.chance(0.7) ? expectedPay(pay, random) : null
  return {
    ...(fields.has('preferredShift') && { preferredShift: fields.optionId('preferredShift', shift) }),
    ...(amount && fields.has('expectedPay') && { expectedPay: { amount, currency: 'USD' } }),
  }
}

/** Returns the values of the company `index`. */
export function companyValues(fields: SampleFields, index: number): Values {
  return fields.has('contractNumber')
    ? { contractNumber: `MSA-${2024 + (index % 2)}-${117 + index * 31}` }
    : {}
}

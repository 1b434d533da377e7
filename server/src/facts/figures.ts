import { offerDispositions } from '@muster/contract/dispositions.ts'
import { funnelTypes } from '@muster/contract/status-types.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A kind of fact; `derive-facts.sql` defines each. */
export type FactMetric =
  | 'created'
  | 'move'
  | 'hired'
  | 'filled'
  | 'ended'
  | 'open'
  | 'due'
  | 'callback'
  | 'call'
  | 'first_conversation'
  | 'first_call'

/** Whether an application has one such fact at most. */
export function happensOnce(metric: FactMetric): boolean {
  return metric !== 'move' && metric !== 'call'
}

/** What a figure is told apart by, besides its own kinds. */
export type Split = 'company' | 'source' | 'agent'

type Expression = RawBuilder<unknown>

interface FigureDefinition {
  /** The facts it counts, as `f`. */
  of: FactMetric
  where?: Expression
  /** Its kinds: text, text, a UUID. */
  label?: Expression
  detail?: Expression
  ref?: Expression
  /** An integer. */
  value?: Expression
  /** What is added up of the facts; by default each counts as one. */
  amount?: Expression
  /** Counts an application once in a period, however often it happened. */
  isDistinct?: true
  splits?: readonly Split[]
}

/** The types an application can be in while it is open. */
const openTypes = funnelTypes.filter((type) => type !== 'hired')

const label = (column: string) => sql`coalesce(${sql.ref(`f.${column}`)}, '')`
const value = sql`f.value`
const hourOfMoment = sql`floor(extract(epoch from f.at) / 3600)::integer`
const left = sql`f.from_type = any(${[...openTypes]}::text[])`

function placed(part: 'placed' | 'answered' | 'conversations', and = sql`true`): FigureDefinition {
  return { of: 'call', where: sql`f.placed and ${and}`, label: sql`${part}::text`, splits: ['agent'] }
}

/** Several definitions of one figure are its kinds. */
const calls = [
  placed('placed'),
  placed('answered', sql`f.answered`),
  placed('conversations', sql`f.conversation`),
]

/** Every figure, as what it counts of the facts. */
const definitions = {
  createdByType: { of: 'created', label: label('status_type') },
  createdByReached: { of: 'created', label: label('reached_type'), splits: ['source'] },
  entered: {
    of: 'move',
    where: sql`f.status_type is not null`,
    label: label('status_type'),
    isDistinct: true,
  },
  imported: {
    of: 'move',
    where: sql`f.imported and f.status_type is not null`,
    label: label('status_type'),
    isDistinct: true,
  },
  moved: { of: 'move', where: sql`f.moved`, isDistinct: true },
  left: { of: 'move', where: left, label: label('from_type'), isDistinct: true },
  leftAny: { of: 'move', where: left, isDistinct: true },
  stay: { of: 'move', where: left, label: label('from_type'), value },
  daysToHire: { of: 'hired', value, splits: ['source'] },
  daysToFill: { of: 'filled', value },
  ended: {
    of: 'ended',
    label: label('disposition'),
    detail: label('status_type'),
    ref: sql`f.reason_id`,
    splits: ['company'],
  },
  offersDecided: {
    of: 'ended',
    where: sql`f.had_offer and f.disposition = any(${[...offerDispositions]}::text[])`,
    label: label('disposition'),
  },
  hiredNow: { of: 'created', where: sql`f.status_type = 'hired'`, ref: sql`f.position_id` },
  openNow: { of: 'open', label: label('status_type') },
  due: { of: 'due', label: label('status_type'), value: hourOfMoment },
  callback: { of: 'callback', value: hourOfMoment },
  attempts: { of: 'first_conversation', value },
  hoursToFirstCall: { of: 'first_call', value },
  calls,
  callSeconds: { of: 'call', where: sql`f.placed`, amount: sql`f.value`, splits: ['agent'] },
  callsByHour: calls.map((part) => ({ ...part, value: sql`extract(hour from f.local_at)::integer` })),
  callEnds: { of: 'call', where: sql`f.placed`, label: label('end_reason'), splits: ['agent'] },
  outcomes: { of: 'call', where: sql`f.conversation`, label: label('outcome'), splits: ['agent'] },
  spokenWith: {
    of: 'call',
    where: sql`f.conversation and f.position_id is not null`,
    isDistinct: true,
    splits: ['agent'],
  },
  called: {
    of: 'call',
    where: sql`f.placed and f.position_id is not null`,
    isDistinct: true,
    splits: ['agent'],
  },
  contactMade: {
    of: 'call',
    where: sql`f.placed and f.conversation and f.position_id is not null`,
    isDistinct: true,
    splits: ['agent'],
  },
  converted: { of: 'call', where: sql`f.converted`, isDistinct: true, splits: ['agent'] },
} as const satisfies Record<string, FigureDefinition | readonly FigureDefinition[]>

export type Figure = keyof typeof definitions

export const figures = Object.keys(definitions) as Figure[]

function definitionsOf(figure: Figure): readonly FigureDefinition[] {
  const of: FigureDefinition | readonly FigureDefinition[] = definitions[figure]
  return Array.isArray(of) ? of : [of as FigureDefinition]
}

/**
 * Returns what a figure counts, as a condition on facts `f`.
 * @param labels only these of its kinds
 */
export function countsFact(figure: Figure, labels?: readonly string[]): RawBuilder<SqlBool> {
  const kinds = definitionsOf(figure).map(({ of, where, label: kind }) => {
    const isKind = labels && kind ? sql`and ${kind} = any(${[...labels]}::text[])` : sql``
    return sql`(f.metric = ${of} and ${where ?? sql`true`} ${isKind})`
  })
  return sql`(${sql.join(kinds, sql` or `)})`
}

export function metricsOf(wanted: readonly Figure[]): FactMetric[] {
  return [...new Set(wanted.flatMap((figure) => definitionsOf(figure).map(({ of }) => of)))]
}

export function figuresOf(metrics: readonly FactMetric[]): Figure[] {
  return figures.filter((figure) => definitionsOf(figure).some(({ of }) => metrics.includes(of)))
}

/** Whether totals are stored of a figure told apart by something. */
export function isSplitBy(figure: Figure, split: Split): boolean {
  return definitionsOf(figure).every(({ splits }) => splits?.includes(split))
}

const keys: Record<Split, Expression> = {
  company: sql`f.company_id::text`,
  source: sql`coalesce(f.source, '')`,
  agent: sql`coalesce(f.agent_id::text, '')`,
}

/** What `ref` is where there is none. */
export const nothing = '00000000-0000-0000-0000-000000000000'

/** The value of a distinct figure that did not happen before. */
export const neverBefore = -1_000_000

const distinct = figures.filter((figure) => definitionsOf(figure).some(({ isDistinct }) => isDistinct))

export function isDistinctFigure(figure: Figure): boolean {
  return distinct.includes(figure)
}

/** Whether a column `figure` names one that counts an application once in a period. */
export const isDistinct = (column: Expression) => sql`${column} = any(${distinct}::text[])`

/** The totals of one definition by day, of a relation `fact` with `local_at`. */
function totalsOf(figure: Figure, one: FigureDefinition, split: Split | ''): Expression {
  // Of an application spoken with by nobody known, nobody is told apart.
  const named = one.isDistinct && split === 'agent' ? sql`and f.agent_id is not null` : sql``
  const columns = sql`${split}::text as split, ${split ? keys[split] : sql`''`} as key, ${figure}::text as figure,
    f.local_at::date as day, ${one.label ?? sql`''`} as label`
  const counted = sql`from fact f where f.metric = ${one.of} and ${one.where ?? sql`true`} ${named}`
  if (one.isDistinct)
    return sql`
      select d.split, d.key, d.figure, d.day, d.label, '' as detail, ${nothing}::uuid as ref, d.value, count(*) as n
      from (
        select c.*, coalesce(lag(c.day) over (partition by c.subject_id, c.key, c.label order by c.day)
          - date '1970-01-01', ${neverBefore}) as value
        from (select distinct f.subject_id, ${columns} ${counted}) as c
      ) as d
      group by 1, 2, 3, 4, 5, 8
    `
  return sql`
    select ${columns}, ${one.detail ?? sql`''`} as detail, coalesce(${one.ref ?? sql`null`}, ${nothing}::uuid) as ref,
      ${one.value ?? sql`0`} as value, ${one.amount ? sql`coalesce(sum(${one.amount}), 0)` : sql`count(*)`} as n
    ${counted}
    group by 1, 2, 3, 4, 5, 6, 7, 8
  `
}

interface Summary {
  wanted?: readonly Figure[]
  splits?: readonly (Split | '')[]
  /** Reads the facts once for all figures, which pays for few facts and many figures. */
  once?: boolean
}

/**
 * Figures by day of a relation of facts, for each split: `split`, `key`, `figure`, `day`, `label`, `detail`, `ref`, `value`, `n`.
 * The `value` of a distinct figure is the day (since 1970) on which it happened before, as far as the facts go back: those of
 * days from d on that are new since d are the rows with a value below d, and they add up.
 */
export function summarizeFacts(
  facts: Expression,
  timezone: string,
  { wanted = figures, splits = ['', 'company', 'source', 'agent'], once = false }: Summary = {},
): Expression {
  const totals = splits.flatMap((split) =>
    wanted
      .filter((figure) => split === '' || isSplitBy(figure, split))
      .flatMap((figure) => definitionsOf(figure).map((one) => totalsOf(figure, one, split))),
  )
  return sql`
    with fact as ${once ? sql`materialized` : sql`not materialized`} (
      select r.*, r.at at time zone ${timezone} as local_at from (${facts}) as r where not r.is_deleted
    )
    ${sql.join(totals, sql` union all `)}
  `
}

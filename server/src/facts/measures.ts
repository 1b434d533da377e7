import { companyDispositions, type DispositionKind, dispositionKeys } from '@muster/contract/dispositions.ts'
import { conversionMeasures, type Measure } from '@muster/contract/measures.ts'
import { funnelTypes, statusTypeRank } from '@muster/contract/status-types.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { countsFact, type FactMetric, type Figure, happensOnce, metricsOf } from './figures.ts'

export interface OfFigure {
  figure: Figure
  /** Only these of its kinds. */
  labels?: readonly string[]
}

interface MeasureOfFacts extends OfFigure {
  /** The numerator of a rate: facts that are among those counted. */
  part?: OfFigure
  /** What becomes of the values of the facts; without it, only the facts are counted. */
  values?: 'sum' | 'spread'
  /** The figure that has the values of its facts added up. */
  sum?: Figure
  /** The column that holds the type of its grouping by stage, if not the one that it is in or entered. */
  stage?: 'from_type'
}

const reachedAtLeast = (rank: number): OfFigure => ({
  figure: 'createdByReached',
  labels: funnelTypes.slice(rank),
})

const entered = (type: string): MeasureOfFacts => ({ figure: 'entered', labels: [type] })

const ended = (...labels: DispositionKind[]): OfFigure => ({ figure: 'ended', labels })

const conversions = Object.fromEntries(
  funnelTypes.flatMap((type) => {
    if (type === 'lead') return []
    const rank = statusTypeRank(type)
    return [[conversionMeasures[type], { ...reachedAtLeast(rank - 1), part: reachedAtLeast(rank) }]]
  }),
) as Record<(typeof conversionMeasures)[keyof typeof conversionMeasures], MeasureOfFacts>

/** Every measure as figures, which say what counts. */
const definitions: Record<Measure, MeasureOfFacts> = {
  newApplications: { figure: 'createdByType' },
  applicationsCalled: { figure: 'called' },
  peopleSpokenWith: { figure: 'spokenWith' },
  stageEntries: { figure: 'entered' },
  qualified: entered('qualified'),
  submitted: entered('submitted'),
  interviews: entered('interview'),
  offers: entered('offer'),
  hired: entered('hired'),
  closedWithoutHire: ended(...dispositionKeys.filter((key) => key !== 'hired')),
  callsPlaced: { figure: 'calls', labels: ['placed'] },
  conversations: { figure: 'calls', labels: ['conversations'] },
  callMinutes: { figure: 'calls', labels: ['placed'], values: 'sum', sum: 'callSeconds' },
  contactRate: { figure: 'called', part: { figure: 'contactMade' } },
  connectionRate: { figure: 'calls', labels: ['placed'], part: { figure: 'calls', labels: ['answered'] } },
  voiceConversion: { figure: 'spokenWith', part: { figure: 'converted' } },
  ...conversions,
  overallConversion: { ...reachedAtLeast(0), part: reachedAtLeast(statusTypeRank('hired')) },
  offerAcceptance: { figure: 'offersDecided', part: { figure: 'offersDecided', labels: ['hired'] } },
  declineRate: { ...ended(...companyDispositions), part: ended('declined_by_company') },
  timeToHire: { figure: 'daysToHire', values: 'spread' },
  timeToFill: { figure: 'daysToFill', values: 'spread' },
  timeToFirstCall: { figure: 'hoursToFirstCall', values: 'spread' },
  timeInStage: { figure: 'stay', values: 'spread', stage: 'from_type' },
}

export interface FactsOfMeasure {
  metrics: readonly FactMetric[]
  /** Which facts `f` it counts. */
  counts: RawBuilder<SqlBool>
  /** Which of them are in the numerator of its rate; null if it is none. */
  isPart: RawBuilder<SqlBool> | null
  values: 'sum' | 'spread' | null
  /** Whether an application has one such fact at most. */
  isOnce: boolean
  stage: RawBuilder<string | null>
}

/** Returns the figures that a measure counts, and the one that adds up its values. */
export function figuresOfMeasure(measure: Measure): {
  of: OfFigure
  part?: OfFigure | undefined
  sum?: Figure | undefined
} {
  const { part, sum, ...of } = definitions[measure]
  return { of, part, sum }
}

/** Returns the facts that a measure counts. */
export function factsOfMeasure(measure: Measure): FactsOfMeasure {
  const { figure, labels, part, values, stage } = definitions[measure]
  const metrics = metricsOf([figure])
  return {
    metrics,
    isOnce: metrics.every(happensOnce),
    counts: countsFact(figure, labels),
    isPart: part ? countsFact(part.figure, part.labels) : null,
    values: values ?? null,
    stage: sql.ref(`f.${stage ?? 'status_type'}`),
  }
}

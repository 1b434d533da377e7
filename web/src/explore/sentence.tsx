import { useLingui } from '@lingui/react/macro'
import {
  cohorts,
  funnel,
  groupingsIn,
  isOfCohorts,
  isOfFunnel,
  measureOf,
  reachable,
  reachedOf,
  stepOfCohorts,
  summaryIn,
} from '@muster/contract/explore-address.ts'
import {
  type AnyGrouping,
  aggregates,
  costOfCalls,
  groupingsOf,
  hasSummaries,
  isFieldGrouping,
  isTimeGrouping,
  measureKeys,
  readSummarizedField,
} from '@muster/contract/measures.ts'
import { daysOf, periodKeys, periodOf } from '@muster/contract/report-days.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { DayFields } from '../analytics/day-fields.tsx'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { statusTypeLabels } from '../texts/contract-labels.ts'
import type { ExploreSearch } from './explore-search.ts'
import {
  useGroupingFields,
  useGroupingLabel,
  useSummarizedFields,
  useSummarizedLabel,
} from './grouping-fields.ts'
import classes from './sentence.module.css'
import { groupingLabel, measureLabel, summaryLabel } from './words.ts'

interface Choice {
  value: string
  label: string
}

interface WordProps {
  /** The word before the choice: "by". */
  before: string
  /** The accessible name. */
  label: string
  value: string
  choices: readonly Choice[]
  /** Further choices under a heading. */
  groups?: readonly { title: string; choices: readonly Choice[] }[]
  onChoose: (value: string) => void
}

/** A word of the sentence that can be chosen. */
function Word({ before, label, value, choices, groups = [], onChoose }: WordProps) {
  const all = [...choices, ...groups.flatMap((group) => group.choices)]
  const chosen = all.find((choice) => choice.value === value)
  const toOption = (choice: Choice) => (
    <option key={choice.value} value={choice.value}>
      {choice.label}
    </option>
  )
  return (
    <span className={classes.word}>
      <span className={classes.before} aria-hidden>
        {before}
      </span>
      <span className={classes.chosen} aria-hidden>
        {chosen?.label}
      </span>
      <IconChevronDown size={14} stroke={1.6} aria-hidden />
      <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {choices.map(toOption)}
        {groups.map(({ title, choices }) => (
          <optgroup key={title} label={title}>
            {choices.map(toOption)}
          </optgroup>
        ))}
      </select>
    </span>
  )
}

interface SentenceProps {
  search: ExploreSearch
  onChange: (changes: ExploreSearch) => void
}

/** Keeps the groupings that a measure has. */
function withMeasure(search: ExploreSearch, measure: string): ExploreSearch {
  if (measure === funnel)
    return { measure, of: undefined, aggregate: undefined, by: undefined, chart: undefined }
  if (measure === cohorts)
    return {
      measure,
      of: undefined,
      aggregate: undefined,
      by: ['week'],
      days: '365',
      from: undefined,
      to: undefined,
    }
  const summary = summaryIn({ ...search, measure })
  return {
    measure,
    of: summary?.of,
    aggregate: summary?.aggregate,
    by: groupingsIn({ ...search, measure }),
    chart: undefined,
  }
}

function usePeriods() {
  const { t } = useLingui()
  const names: Record<(typeof periodKeys)[number], string> = {
    '7': t`Last 7 days`,
    '28': t`Last 28 days`,
    '90': t`Last 90 days`,
    '365': t`Last 12 months`,
    week: t`This week`,
    month: t`This month`,
    quarter: t`This quarter`,
    year: t`This year`,
  }
  return [
    ...periodKeys.map((value) => ({ value: value as string, label: names[value] })),
    { value: 'own', label: t`Custom range` },
  ]
}

/** Of cohorts: the stage that is reached, and the size of a cohort. */
function CohortWords({ search, onChange }: SentenceProps) {
  const { t } = useLingui()
  return (
    <>
      <Word
        before={t`that reached`}
        label={t`Stage reached`}
        value={reachedOf(search)}
        choices={reachable.map((value) => ({ value, label: t(statusTypeLabels[value]) }))}
        onChoose={(reached) => onChange({ reached })}
      />
      <Word
        before={t({ message: 'by', context: 'grouped by' })}
        label={t`Size of a cohort`}
        value={stepOfCohorts(search)}
        choices={[
          { value: 'week', label: groupingLabel('week') },
          { value: 'month', label: groupingLabel('month') },
        ]}
        onChoose={(step) => onChange({ by: [step] })}
      />
    </>
  )
}

/** Returns the custom fields to group by, by what has them, without one that is chosen elsewhere. */
function useFieldGroups(
  chosen: AnyGrouping | undefined,
  other?: AnyGrouping,
): { title: string; choices: Choice[] }[] {
  const { t } = useLingui()
  const fields = useGroupingFields()
  const labelOf = useGroupingLabel()
  const titles = {
    application: t`Application fields`,
    candidate: t`Candidate fields`,
    position: t`Position fields`,
    company: t`Company fields`,
    call: '',
  }
  const bySubject = Map.groupBy(
    fields.filter(({ grouping }) => grouping !== other),
    ({ subject }) => titles[subject],
  )
  const groups = [...bySubject].map(([title, some]) => ({
    title,
    choices: some.map(({ grouping, label }) => ({ value: grouping as string, label })),
  }))
  const isUnknown = chosen && isFieldGrouping(chosen) && !fields.some(({ grouping }) => grouping === chosen)
  if (!isUnknown) return groups
  return [...groups, { title: t`Custom fields`, choices: [{ value: chosen, label: labelOf(chosen) }] }]
}

/** What of the rows is shown: their number, or a summary of a custom field or of costs. Nothing to choose without these. */
function SummaryWord({ search, onChange }: SentenceProps) {
  const { t } = useLingui()
  const fields = useSummarizedFields()
  const labelOf = useSummarizedLabel()
  const summary = summaryIn(search)
  const fitting = [...fields.keys()].filter((name) => hasSummaries(measureOf(search), name))
  const names = [...new Set([...fitting, ...(summary ? [summary.of] : [])])]
  if (names.length === 0) return null
  const subjects = {
    application: t`Application fields`,
    candidate: t`Candidate fields`,
    call: t`Call fields`,
  }
  const groups = names.map((name) => ({
    title:
      name === costOfCalls
        ? labelOf(name)
        : `${subjects[readSummarizedField(name).subject]} · ${labelOf(name)}`,
    choices: aggregates.map((aggregate) => ({
      value: `${name} ${aggregate}`,
      label: summaryLabel(aggregate, labelOf(name)),
    })),
  }))
  return (
    <Word
      before={t({ message: 'showing', context: 'a figure' })}
      label={t`Figure`}
      value={summary ? `${summary.of} ${summary.aggregate}` : ''}
      choices={[{ value: '', label: t`the count` }]}
      groups={groups}
      onChoose={(value) => {
        const [of, aggregate] = value ? value.split(' ') : []
        onChange({ of, aggregate: aggregate as ExploreSearch['aggregate'] })
      }}
    />
  )
}

/** The query as a sentence: measure, showing, by, and, over, compared with. */
export function Sentence({ search, onChange }: SentenceProps) {
  const { t } = useLingui()
  const measure = measureOf(search)
  const ofCohorts = isOfCohorts(search)
  const ofFunnel = isOfFunnel(search)
  const [first, second] = groupingsIn(search)
  const offered = groupingsOf(measure).map((value) => ({
    value: value as string,
    label: groupingLabel(value),
  }))
  const seconds = offered.filter(
    ({ value }) => value !== first && !(isTimeGrouping(first) && isTimeGrouping(value as typeof first)),
  )
  const firstFields = useFieldGroups(first)
  const secondFields = useFieldGroups(second, first)
  const periods = usePeriods()
  const period = periodOf(search)
  const [from, to] = daysOf(search, reportTimezone())
  const group = (...by: (string | undefined)[]) =>
    onChange({ by: by.filter((key): key is string => Boolean(key)), chart: undefined })
  const groupings = (
    <>
      <Word
        before={t({ message: 'by', context: 'grouped by' })}
        label={t`First grouping`}
        value={first ?? ''}
        choices={[{ value: '', label: t`nothing` }, ...offered]}
        groups={firstFields}
        onChoose={(value) => group(value, value && value !== second ? second : undefined)}
      />
      {first && (
        <Word
          before={t({ message: 'and', context: 'grouped by' })}
          label={t`Second grouping`}
          value={second ?? ''}
          choices={[{ value: '', label: t`nothing` }, ...seconds]}
          groups={secondFields}
          onChoose={(value) => group(first, value)}
        />
      )}
    </>
  )
  return (
    <fieldset className={classes.sentence} aria-label={t`Question`}>
      <Word
        before={t`Measure`}
        label={t`Measure`}
        value={ofCohorts ? cohorts : ofFunnel ? funnel : measure}
        choices={[
          ...measureKeys.map((value) => ({ value: value as string, label: measureLabel(value) })),
          { value: funnel, label: t`Funnel` },
          { value: cohorts, label: t`Cohorts` },
        ]}
        onChoose={(value) => onChange(withMeasure(search, value))}
      />
      {!ofCohorts && !ofFunnel && <SummaryWord search={search} onChange={onChange} />}
      {ofCohorts && <CohortWords search={search} onChange={onChange} />}
      {!ofCohorts && !ofFunnel && groupings}
      <Word
        before={t({ message: 'over', context: 'a period' })}
        label={t`Period`}
        value={period}
        choices={periods}
        onChoose={(value) =>
          onChange(
            value === 'own'
              ? { days: undefined, from, to }
              : { days: value as ExploreSearch['days'], from: undefined, to: undefined },
          )
        }
      />
      {period === 'own' && (
        <DayFields
          label={t`Report dates`}
          from={from}
          to={to}
          onChange={(first, last) => onChange({ from: first, to: last })}
        />
      )}
      {!ofCohorts && (
        <Word
          before={t`compared with`}
          label={t`Comparison`}
          value={search.compared ?? ''}
          choices={[
            { value: '', label: t`the period before` },
            { value: 'no', label: t`nothing` },
          ]}
          onChoose={(value) => onChange({ compared: value === 'no' ? 'no' : undefined })}
        />
      )}
    </fieldset>
  )
}

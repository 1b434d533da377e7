import { useLingui } from '@lingui/react/macro'
import {
  type AnyGrouping,
  costOfCalls,
  fieldGroupingOf,
  groupedSubjects,
  isFieldGrouping,
  type Summarized,
  summarizedFieldOf,
  summarizedSubjects,
} from '@muster/contract/measures.ts'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFilterFields } from '../custom-fields/application-fields.ts'
import type { FieldSubject } from '../custom-fields/custom-field.ts'
import { customFieldsQuery, useCustomFields } from '../custom-fields/custom-fields-query.ts'
import { groupingLabel } from './words.ts'

interface GroupingField {
  grouping: AnyGrouping
  label: string
  subject: FieldSubject
}

/** Returns the custom fields that a report can be grouped by. */
export function useGroupingFields(): readonly GroupingField[] {
  const fields = useFilterFields()
  return useMemo(
    () =>
      fields.flatMap(({ field }) => {
        const grouping = fieldGroupingOf(field)
        return grouping ? [{ grouping, label: field.label, subject: field.subject }] : []
      }),
    [fields],
  )
}

/** Returns the custom fields and the costs whose values a report can summarize, by name. */
export function useSummarizedFields(): ReadonlyMap<Summarized, string> {
  const { t } = useLingui()
  const ofApplications = useCustomFields('application')
  const ofCandidates = useCustomFields('candidate')
  const ofCalls = useCustomFields('call')
  return useMemo(
    () =>
      new Map<Summarized, string>([
        [costOfCalls, t`Call costs`],
        ...[...ofApplications, ...ofCandidates, ...ofCalls].flatMap((field): [Summarized, string][] => {
          const name = summarizedFieldOf(field)
          return name ? [[name, field.label]] : []
        }),
      ]),
    [t, ofApplications, ofCandidates, ofCalls],
  )
}

const summarizedQueries = Object.values(summarizedSubjects).map(customFieldsQuery)

/** Returns the names of what a report summarizes. */
export function useSummarizedLabel(): (name: Summarized) => string {
  const { t } = useLingui()
  const fields = useSummarizedFields()
  const isLoading = useQueries({
    queries: summarizedQueries,
    combine: (results) => results.some(({ isPending }) => isPending),
  })
  return (name) => fields.get(name) ?? (isLoading ? '…' : t`Unknown field`)
}

const queries = Object.values(groupedSubjects).map(customFieldsQuery)

/** Returns the names of groupings: a custom field's is its label. */
export function useGroupingLabel(): (grouping: AnyGrouping) => string {
  const { t } = useLingui()
  const fields = useGroupingFields()
  const isLoading = useQueries({
    queries,
    combine: (results) => results.some(({ isPending }) => isPending),
  })
  return (grouping) => {
    if (!isFieldGrouping(grouping)) return groupingLabel(grouping)
    const field = fields.find((each) => each.grouping === grouping)
    // Without a definition, it was retired, or is hidden from this user.
    return field?.label ?? (isLoading ? '…' : t`Unknown field`)
  }
}

import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { colleaguesQuery } from '../applications/queries.ts'
import type { Difference } from '../ui/changed-meanwhile.tsx'
import { formatLanguages, formatWeekday } from '../ui/format.ts'
import {
  type AgentDetails,
  type AgentField,
  type AgentValues,
  fieldLabels,
  type Shift,
  toValues,
} from './agent-form.ts'
import { agentStatusLabels, kindLabels, otherProvider, providerName } from './agent-labels.ts'

function hoursText(hours: Shift[] | null): string {
  if (!hours) return t`Always`
  return (
    hours.map(({ weekday, from, to }) => `${formatWeekday(weekday)} ${from}–${to}`).join(', ') || t`Never`
  )
}

/** Describes the differences between the user's edits and what somebody else saved meanwhile. */
export function useAgentDifferences(before: AgentDetails, mine: AgentValues) {
  const colleagues = useQuery(colleaguesQuery).data?.items ?? []

  return (now: AgentDetails, fields: readonly AgentField[]): Difference<AgentField>[] => {
    const people = [now.user, before.user, ...colleagues]
    const words: { [Field in AgentField]: (value: AgentValues[Field]) => string } = {
      kind: (kind) => t(kindLabels[kind]),
      name: (name) => name,
      status: (status) => t(agentStatusLabels[status]),
      capacity: String,
      languages: formatLanguages,
      phone: (phone) => phone,
      provider: (provider) => provider && (providerName(provider) ?? t(otherProvider)),
      providerAgentId: (id) => id,
      userId: (id) => (id ? (people.find((person) => person?.id === id)?.name ?? '—') : t`No user`),
      positionIds: ({ length }) => plural(length, { one: '# position', other: '# positions' }),
      timezone: (timezone) => timezone ?? t`Workspace timezone`,
      hours: hoursText,
    }
    const textOf = <Field extends AgentField>(values: AgentValues, field: Field) =>
      words[field](values[field]) || t`Empty`
    const [base, theirs] = [toValues(before), toValues(now)]
    return fields.map((field) => ({
      field,
      label: t(fieldLabels[field]),
      mine: textOf(mine, field),
      theirs: textOf(theirs, field),
      touched: JSON.stringify(mine[field]) !== JSON.stringify(base[field]),
    }))
  }
}

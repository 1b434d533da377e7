import { t } from '@lingui/core/macro'
import { getAgent } from '@muster/contract/agents.ts'
import { getCallQueue } from '@muster/contract/call-queues.ts'
import { getCompany, listCompanies } from '@muster/contract/companies.ts'
import { dispositionKeys } from '@muster/contract/dispositions.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import { listPipelines } from '@muster/contract/pipelines.ts'
import { getPosition, listPositions } from '@muster/contract/positions.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { getVoiceCampaign } from '@muster/contract/voice-campaigns.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { endpointQuery, queryClient } from '../../api/query.ts'
import { can } from '../../session/session.ts'
import { StatusIcon } from '../../statuses/status-icon.tsx'
import { dispositionLabels, partyLabels, statusTypeLabels } from '../../texts/contract-labels.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { colleaguesQuery, facetsQuery, reasonsQuery, staffQuery } from '../queries.ts'

export interface Option {
  value: string
  label: string
  hint?: string
  icon?: ReactNode
}

const byText = (option: string): Option => ({ value: option, label: option })

function statusTypeOptions(): Option[] {
  return statusTypeKeys.map((type) => ({
    value: type,
    label: t(statusTypeLabels[type]),
    icon: <StatusIcon type={type} />,
  }))
}

/** Returns the options of each multi-value filter; `q` is the search text. */
const offers = {
  positionId: async (q: string) => {
    const query = { limit: 100, sort: 'name', q: q || undefined } as const
    const { items } = await queryClient.fetchQuery(endpointQuery(listPositions, { query }))
    return items.map(({ id, name, company }) => ({ value: id, label: name, hint: company.name }))
  },
  companyId: async (q: string) => {
    const query = { limit: 100, sort: 'name', q: q || undefined } as const
    const { items } = await queryClient.fetchQuery(endpointQuery(listCompanies, { query }))
    return items.map(({ id, name }) => ({ value: id, label: name }))
  },
  pipelineId: async () => {
    const { items } = await queryClient.fetchQuery(endpointQuery(listPipelines, { query: { limit: 200 } }))
    return items.map(({ id, name }) => ({ value: id, label: name }))
  },
  statusType: async () => statusTypeOptions(),
  enteredType: async () => statusTypeOptions(),
  ownerId: async () => {
    const people = await queryClient
      .fetchQuery(colleaguesQuery)
      .then(staffQuery.select, () => ({ items: [] }))
    return [
      { value: 'me', label: t`Me` },
      { value: 'none', label: t`Unassigned` },
      ...people.items.map(({ id, name }) => ({
        value: id,
        label: name,
        icon: <Avatar name={name} userId={id} size={18} decorative />,
      })),
    ]
  },
  source: async () => (await queryClient.fetchQuery(facetsQuery)).sources.map(byText),
  tag: async () => (await queryClient.fetchQuery(facetsQuery)).tags.map(byText),
  disposition: async () =>
    dispositionKeys.map((kind) => ({ value: kind, label: t(dispositionLabels[kind]) })),
  reasonId: async () =>
    (await queryClient.fetchQuery(reasonsQuery)).items.map(({ id, name, party }) => ({
      value: id,
      label: name,
      hint: t(partyLabels[party]),
    })),
} satisfies Record<string, (q: string) => Promise<Option[]>>

/** A filter with several values. */
export type ListFilter = keyof typeof offers

/** The server searches the options of these filters; the options of the others are searched here. */
const searchedByServer: readonly ListFilter[] = ['positionId', 'companyId']

export function optionsQuery(filter: ListFilter, q: string) {
  const text = searchedByServer.includes(filter) ? q : ''
  return queryOptions({
    queryKey: ['filterOptions', filter, text],
    queryFn: () => offers[filter](text) as Promise<Option[]>,
    select: (options) =>
      text ? options : options.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase())),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** The rows that filters name one by one: there are more positions and companies than a menu lists. */
const namedRows = {
  positionId: getPosition,
  companyId: getCompany,
  agentId: getAgent,
  queueId: getCallQueue,
  campaignId: getVoiceCampaign,
}

/** A filter by rows that only links set. */
export type RowFilter = 'agentId' | 'queueId' | 'campaignId'

const isRowFilter = (filter: ListFilter | RowFilter): filter is RowFilter =>
  filter === 'agentId' || filter === 'queueId' || filter === 'campaignId'

/** Returns the name of a row; null for users who may not see such rows, and for one that is gone. */
async function nameOf(filter: keyof typeof namedRows, id: string): Promise<string | null> {
  const endpoint = namedRows[filter]
  if (!can(endpoint.permission as Permission)) return null
  return queryClient.fetchQuery(endpointQuery(endpoint as typeof getPosition, { params: { id } })).then(
    ({ name }) => name,
    () => null,
  )
}

/** Returns the label of a single value, for its chip; null for a row without a known name. */
export function valueLabelQuery(filter: ListFilter | RowFilter, value: string) {
  return queryOptions({
    queryKey: ['filterValue', filter, value],
    queryFn: async () => {
      if (isRowFilter(filter)) return value === 'none' ? t`none` : nameOf(filter, value)
      const offered = (await queryClient.fetchQuery(optionsQuery(filter, ''))).find(
        (option) => option.value === value,
      )
      if (offered) return offered.label
      if (filter === 'source' || filter === 'tag') return value
      return (filter in namedRows && (await nameOf(filter as keyof typeof namedRows, value))) || t`unknown`
    },
    staleTime: 60_000,
  })
}

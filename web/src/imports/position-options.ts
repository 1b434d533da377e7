import { t } from '@lingui/core/macro'
import { listPositions } from '@muster/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { stateLabels } from '../positions/position-state.ts'

export interface Option {
  value: string
  label: string
}

/** The positions rows may go to: of a file of years ago also those on hold and closed. */
export function usePositionOptions(): Option[] {
  const { data } = useQuery(endpointQuery(listPositions, { query: { limit: 200, sort: 'name' } }))
  return (data?.items ?? []).map(({ id, name, company, state }) => ({
    value: id,
    label: [name, company.name, state !== 'open' && t(stateLabels[state])].filter(Boolean).join(' · '),
  }))
}

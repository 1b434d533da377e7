import { useLingui } from '@lingui/react/macro'
import { getAgent, listAgents } from '@muster/contract/agents.ts'
import { getCompany, listCompanies } from '@muster/contract/companies.ts'
import { getPosition, listPositions } from '@muster/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useChoices } from '../api/use-choices.ts'
import { colleaguesQuery, facetsQuery } from '../applications/queries.ts'
import type { ReportSearch } from '../dashboard/report-search.ts'
import { useCurrentUser } from '../session/session.ts'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import classes from './filter-chips.module.css'

const byName = { limit: 200, sort: 'name' } as const

interface Named {
  id: string
  name: string
}

const toChoices = (items: readonly Named[] | undefined) =>
  items?.map(({ id, name }) => ({ value: id, label: name }))

export interface ReportFiltersProps {
  search: ReportSearch
  onChange: (changes: ReportSearch) => void
}

/** The filters of the reports. Options load on hover or focus, or when a value is selected. */
export function FilterChips({ search, onChange }: ReportFiltersProps) {
  const { t } = useLingui()
  const { permissions } = useCurrentUser()
  const [near, setNear] = useState(false)
  const { companyId, positionId, ownerId, source, agentId } = search
  const may = {
    companies: permissions.includes('companies:read'),
    positions: permissions.includes('positions:read'),
    users: permissions.includes('users:read'),
    agents: permissions.includes('agents:read'),
    applications: permissions.includes('applications:read'),
  }
  const companies = useChoices(
    {
      name: listCompanies.name,
      list: (q) => call(listCompanies, { query: { ...byName, q } }),
      get: (id) => call(getCompany, { params: { id } }),
      enabled: may.companies && (near || Boolean(companyId)),
    },
    companyId,
  )
  const positions = useChoices(
    {
      name: listPositions.name,
      list: (q) => call(listPositions, { query: { ...byName, q } }),
      get: (id) => call(getPosition, { params: { id } }),
      enabled: may.positions && (near || Boolean(positionId)),
    },
    positionId,
  )
  const people = useQuery({ ...colleaguesQuery, enabled: may.users && (near || Boolean(ownerId)) })
  const facets = useQuery({ ...facetsQuery, enabled: may.applications && (near || Boolean(source)) })
  const agents = useChoices(
    {
      name: listAgents.name,
      list: (q) => call(listAgents, { query: { ...byName, q } }),
      get: (id) => call(getAgent, { params: { id } }),
      enabled: may.agents && (near || Boolean(agentId)),
    },
    agentId,
  )
  return (
    <fieldset
      className={classes.chips}
      aria-label={t`Filters`}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
    >
      {may.companies && (
        <ChoiceChip
          label={t`Company`}
          any={t`any`}
          {...companies}
          values={companyId}
          onChange={(values) => onChange({ companyId: values })}
        />
      )}
      {may.positions && (
        <ChoiceChip
          label={t`Position`}
          any={t`any`}
          {...positions}
          values={positionId}
          onChange={(values) => onChange({ positionId: values })}
        />
      )}
      {may.users && (
        <ChoiceChip
          label={t`Owner`}
          any={t`anyone`}
          choices={toChoices(people.data?.items)}
          values={ownerId}
          onChange={(values) => onChange({ ownerId: values })}
        />
      )}
      {may.applications && (
        <ChoiceChip
          label={t`Source`}
          any={t`any`}
          choices={facets.data?.sources.map((name) => ({ value: name, label: name }))}
          values={source}
          onChange={(values) => onChange({ source: values })}
        />
      )}
      {may.agents && (
        <ChoiceChip
          label={t`Agent`}
          any={t`any`}
          {...agents}
          values={agentId}
          onChange={(values) => onChange({ agentId: values })}
        />
      )}
    </fieldset>
  )
}

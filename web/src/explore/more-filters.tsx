import { useLingui } from '@lingui/react/macro'
import { listCallQueues } from '@muster/contract/call-queues.ts'
import { dispositionKeys } from '@muster/contract/dispositions.ts'
import { listPipelines } from '@muster/contract/pipelines.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { listVoiceCampaigns } from '@muster/contract/voice-campaigns.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FilterChips } from '../analytics/filter-chips.tsx'
import { endpointQuery } from '../api/query.ts'
import { facetsQuery } from '../applications/queries.ts'
import { usePermission } from '../session/session.ts'
import { dispositionLabels, statusTypeLabels } from '../texts/contract-labels.ts'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import classes from './explore.module.css'
import type { ExploreSearch } from './explore-search.ts'
import { FieldFilters } from './field-filters.tsx'

interface MoreFiltersProps {
  search: ExploreSearch
  onChange: (changes: ExploreSearch) => void
}

const toChoices = (items: readonly { id: string; name: string }[] | undefined) =>
  items?.map(({ id, name }) => ({ value: id, label: name }))

/** The filters of Explore: those of every report, and those of applications. */
export function ExploreFilters({ search, onChange }: MoreFiltersProps) {
  const { t } = useLingui()
  const [near, setNear] = useState(false)
  const mayReadPipelines = usePermission('pipelines:read')
  const mayReadQueues = usePermission('calls:write')
  const mayReadCampaigns = usePermission('voice-campaigns:run')
  const mayReadApplications = usePermission('applications:read')
  const { queueId, campaignId, pipelineId, tag, statusType, disposition } = search
  const pipelines = useQuery({
    ...endpointQuery(listPipelines, {}),
    enabled: mayReadPipelines && (near || Boolean(pipelineId)),
  })
  const queues = useQuery({
    ...endpointQuery(listCallQueues, {}),
    enabled: mayReadQueues && (near || Boolean(queueId)),
  })
  const campaigns = useQuery({
    ...endpointQuery(listVoiceCampaigns, {}),
    enabled: mayReadCampaigns && (near || Boolean(campaignId)),
  })
  const facets = useQuery({ ...facetsQuery, enabled: mayReadApplications && (near || Boolean(tag)) })
  return (
    <div className={classes.filters}>
      <FilterChips search={search as never} onChange={(changes) => onChange(changes as ExploreSearch)} />
      <fieldset
        aria-label={t`More filters`}
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
      >
        {mayReadQueues && (
          <ChoiceChip
            label={t`Call queue`}
            any={t`any`}
            choices={toChoices(queues.data?.items)}
            values={queueId}
            onChange={(values) => onChange({ queueId: values })}
          />
        )}
        {mayReadCampaigns && (
          <ChoiceChip
            label={t`Voice campaign`}
            any={t`any`}
            choices={toChoices(campaigns.data?.items)}
            values={campaignId}
            onChange={(values) => onChange({ campaignId: values })}
          />
        )}
        {mayReadPipelines && (
          <ChoiceChip
            label={t`Pipeline`}
            any={t`any`}
            choices={toChoices(pipelines.data?.items)}
            values={pipelineId}
            onChange={(values) => onChange({ pipelineId: values })}
          />
        )}
        {mayReadApplications && (
          <ChoiceChip
            label={t`Tag`}
            any={t`any`}
            choices={
              facets.data &&
              [...new Set([...facets.data.tags, ...(tag ?? [])])].map((name) => ({
                value: name,
                label: name,
              }))
            }
            values={tag}
            onChange={(values) => onChange({ tag: values })}
          />
        )}
        <ChoiceChip
          label={t`Current stage`}
          any={t`any`}
          choices={statusTypeKeys.map((value) => ({ value, label: t(statusTypeLabels[value]) }))}
          values={statusType}
          onChange={(values) => onChange({ statusType: values })}
        />
        <ChoiceChip
          label={t`Outcome`}
          any={t`any`}
          choices={dispositionKeys.map((value) => ({ value, label: t(dispositionLabels[value]) }))}
          values={disposition}
          onChange={(values) => onChange({ disposition: values })}
        />
        <FieldFilters search={search} onChange={onChange} />
      </fieldset>
    </div>
  )
}

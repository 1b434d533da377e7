import { t } from '@lingui/core/macro'
import { SegmentedControl, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { listPipelines } from '@muster/contract/pipelines.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { endpointQuery, type RowOf } from '../api/query.ts'
import classes from './position-form.module.css'
import type { PositionDetails } from './position-state.ts'

const route = getRouteApi('/positions/create')

function PositionSelect({ original }: { original: PositionDetails | undefined }) {
  const navigate = route.useNavigate()
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search.trim(), 150)
  const { data } = useQuery({
    ...endpointQuery(listPositions, { query: { limit: 50, sort: 'name', q: q || undefined } }),
    placeholderData: keepPreviousData,
  })
  const positions = [...(data?.items ?? [])]
  if (original && !positions.some(({ id }) => id === original.id)) positions.unshift(original)
  return (
    <Select
      aria-label={t`Position to copy`}
      placeholder={t`Search positions`}
      searchable
      // The server has already searched, in more than the label.
      filter={({ options }) => options}
      data={positions.map(({ id, name, company }) => ({ value: id, label: `${name} · ${company.name}` }))}
      value={original?.id ?? null}
      onSearchChange={(text) => setSearch(text.includes(' · ') ? '' : text)}
      onChange={(copyOf) => copyOf && navigate({ search: { copyOf }, replace: true })}
      nothingFoundMessage={data ? t`No matching positions` : t`Loading`}
    />
  )
}

interface ColumnsSourceProps {
  /** The position to copy. */
  original: PositionDetails | undefined
  pipelines: readonly RowOf<typeof listPipelines>[]
  pipelineId: string | null
  onChange: (pipelineId: string) => void
  error?: React.ReactNode
}

/** Selects where a new position's columns come from: a pipeline, or a copy of another position. */
export function ColumnsSource({ original, pipelines, pipelineId, onChange, error }: ColumnsSourceProps) {
  const navigate = route.useNavigate()
  const [copying, setCopying] = useState(Boolean(original))
  return (
    <div className={classes.pair}>
      <SegmentedControl
        aria-label={t`Source of the columns`}
        data={[
          { value: 'pipeline', label: t`From a pipeline` },
          { value: 'copy', label: t`Copy of a position` },
        ]}
        value={copying ? 'copy' : 'pipeline'}
        onChange={(value) => {
          setCopying(value === 'copy')
          if (original) void navigate({ search: {}, replace: true })
        }}
      />
      {copying ? (
        <PositionSelect original={original} />
      ) : (
        <Select
          aria-label={t`Pipeline`}
          allowDeselect={false}
          data={pipelines.map(({ id, name, isDefault }) => ({
            value: id,
            label: isDefault ? t`${name} (default)` : name,
          }))}
          value={pipelineId}
          onChange={(id) => id && onChange(id)}
          error={error}
        />
      )}
    </div>
  )
}

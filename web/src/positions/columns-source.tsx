import { SegmentedControl, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listPositions } from '@muster/contract/positions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { endpointQuery } from '../api/query.ts'
import { pipelinesQuery } from '../pipelines/pipelines-query.ts'
import { ColumnsPreview } from './columns-preview.tsx'
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
      label="Position"
      placeholder="Search positions"
      searchable
      // The server searches, in more than the label.
      filter={({ options }) => options}
      data={positions.map(({ id, name, company }) => ({ value: id, label: `${name} · ${company.name}` }))}
      value={original?.id ?? null}
      onSearchChange={(text) => setSearch(text.includes(' · ') ? '' : text)}
      onChange={(copyOf) => copyOf && navigate({ search: { copyOf }, replace: true })}
      nothingFoundMessage={data ? 'No position of that name' : 'Loading'}
    />
  )
}

interface PipelineSelectProps {
  pipelineId: string | null
  onChange: (pipelineId: string) => void
  error?: React.ReactNode
}

function PipelineSelect({ pipelineId, onChange, error }: PipelineSelectProps) {
  const { data } = useQuery(pipelinesQuery())
  const chosen =
    data?.items.find(({ id }) => id === pipelineId) ?? data?.items.find(({ isDefault }) => isDefault)
  return (
    <>
      <Select
        label="Pipeline"
        description="Its stages are copied: changing the pipeline later leaves this position as it is."
        allowDeselect={false}
        data={data?.items.map(({ id, name, isDefault }) => ({
          value: id,
          label: isDefault ? `${name} (default)` : name,
        }))}
        value={chosen?.id ?? null}
        onChange={(id) => id && onChange(id)}
        error={error}
      />
      {chosen && <ColumnsPreview statuses={chosen.stages} />}
    </>
  )
}

interface ColumnsSourceProps extends PipelineSelectProps {
  /** The position that is copied. */
  original: PositionDetails | undefined
}

/** Where a new position's columns come from: a pipeline, or another position with everything else of it. */
export function ColumnsSource({ original, ...pipeline }: ColumnsSourceProps) {
  const navigate = route.useNavigate()
  const [copying, setCopying] = useState(Boolean(original))
  return (
    <div className={classes.form}>
      <SegmentedControl
        aria-label="Where the columns come from"
        data={[
          { value: 'pipeline', label: 'From a pipeline' },
          { value: 'copy', label: 'Copy of a position' },
        ]}
        value={copying ? 'copy' : 'pipeline'}
        onChange={(value) => {
          setCopying(value === 'copy')
          if (original) void navigate({ search: {}, replace: true })
        }}
      />
      {copying ? (
        <>
          <PositionSelect original={original} />
          {original && <ColumnsPreview statuses={original.statuses} />}
        </>
      ) : (
        <PipelineSelect {...pipeline} />
      )}
    </div>
  )
}

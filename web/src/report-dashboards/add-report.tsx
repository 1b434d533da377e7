import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { maxTiles } from '@muster/contract/report-grid.ts'
import { useQuery } from '@tanstack/react-query'
import { type SavedReport, savedReportsQuery } from '../explore/saved-reports.ts'
import { TextLink } from '../ui/link.tsx'
import classes from './report-dashboards.module.css'
import type { Tile } from './report-dashboards.ts'

interface AddReportProps {
  tiles: readonly Tile[]
  onAdd: (report: SavedReport) => void
}

/** Adds a saved report that is not on the dashboard yet. */
export function AddReport({ tiles, onAdd }: AddReportProps) {
  const { t } = useLingui()
  const { data } = useQuery(savedReportsQuery)
  const left = (data?.items ?? []).filter(({ id }) => tiles.every(({ reportId }) => reportId !== id))
  const groups = [...Map.groupBy(left, ({ folder }) => folder)].map(([folder, reports]) => ({
    group: folder || t`Without a folder`,
    items: reports.map(({ id, name }) => ({ value: id, label: name })),
  }))
  const isFull = tiles.length >= maxTiles
  if (data?.items.length === 0)
    return (
      <p className={classes.hint}>
        {t`Save a report in Explore first, then add it here.`}{' '}
        <TextLink to="/explore">{t`Open Explore`}</TextLink>
      </p>
    )
  return (
    <Select
      className={classes.add}
      searchable
      aria-label={t`Add a report`}
      placeholder={isFull ? t`${maxTiles} reports are the limit` : t`Add a report`}
      disabled={isFull}
      data={groups}
      value={null}
      nothingFoundMessage={t`No other report found`}
      onChange={(id) => {
        const report = left.find((one) => one.id === id)
        if (report) onAdd(report)
      }}
    />
  )
}

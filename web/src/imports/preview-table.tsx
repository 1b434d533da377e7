import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilterOff } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { MoreFailed } from '../ui/more-failed.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import type { Analysis, ImportSettings } from './import-settings.ts'
import { useTargetLabel } from './import-targets.ts'
import { type MappedColumn, PreviewCard, PreviewRowCells } from './preview-row.tsx'
import classes from './preview-table.module.css'
import type { Correction, Preview } from './use-preview.ts'

const rowHeight = 44
const cardHeight = 140

interface PreviewTableProps {
  analysis: Analysis
  settings: ImportSettings
  rows: UseInfiniteQueryResult<InfiniteData<Preview>, Error>
  /** The case whose rows these are. */
  shown: string | null
  isFiltered: boolean
  onCorrect: (corrections: Correction[]) => void
  onShowAll: () => void
}

/** Where the keyboard is: the row of the file and the column of the table. */
interface Place {
  index: number
  column: number
}

const steps: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, -1000],
  End: [0, 1000],
}

/** The rows of the file with what becomes of each: those in view are in the page, the next are read on the way down. */
export function PreviewTable(props: PreviewTableProps) {
  const { analysis, settings, rows: query, shown, isFiltered, onCorrect, onShowAll } = props
  const scroller = useRef<HTMLDivElement>(null)
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const [place, setPlace] = useState<Place>({ index: 0, column: 0 })
  const [editing, setEditing] = useState<{ row: number; column: number } | null>(null)
  const rows = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.rows), [query.data])
  const columns: MappedColumn[] = useMemo(
    () =>
      analysis.columns.flatMap(({ index, header }) => {
        const field = settings.mapping[String(index)]
        return field ? [{ index, header, field }] : []
      }),
    [analysis, settings.mapping],
  )
  const labelOf = useTargetLabel()
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isWide ? rowHeight : cardHeight),
    getItemKey: (index) => rows[index]?.row ?? index,
    overscan: 8,
    scrollPaddingStart: isWide ? rowHeight : 0,
  })
  const items = virtualizer.getVirtualItems()
  const lastIndex = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    const isNear = lastIndex >= rows.length - 25
    if (hasNextPage && isNear && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, lastIndex, rows.length])

  if (query.isPending) return <TableSkeleton rows={8} />
  if (query.error && !query.data)
    return <ErrorState text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  if (rows.length === 0 && !query.isFetching && !hasNextPage)
    return (
      <EmptyState
        icon={IconFilterOff}
        title={t`No matching rows`}
        text={t`No rows in the file match this filter.`}
        action={
          isFiltered && (
            <Button variant="default" onClick={onShowAll}>
              <Trans>Show all rows</Trans>
            </Button>
          )
        }
      />
    )

  function move(event: KeyboardEvent) {
    const by = steps[event.key]
    if (!by || editing || !isWide) return
    event.preventDefault()
    const next = {
      index: Math.max(0, Math.min(rows.length - 1, place.index + by[0])),
      column: Math.max(0, Math.min(columns.length - 1, place.column + by[1])),
    }
    setPlace(next)
    virtualizer.scrollToIndex(next.index, { align: 'auto' })
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-place="${next.index}-${next.column}"]`)
        ?.focus({ preventScroll: false }),
    )
  }

  const tracks = ['48px', '96px', 'minmax(296px, 2fr)', ...columns.map(() => 'minmax(152px, 1fr)')]
  const least = 48 + 96 + 296 + columns.length * 152 + (columns.length + 4) * 12
  const style = { '--columns': tracks.join(' '), minWidth: isWide ? `max(100%, ${least}px)` : undefined }
  function edit(cell: { row: number; column: number } | null) {
    const last = editing
    setEditing(cell)
    // Back to where it was opened, which is there still.
    if (!cell && last)
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-cell="${last.row}-${last.column}"]`)?.focus(),
      )
  }

  const shared = {
    importId: settings.importId,
    columns,
    editing,
    onEdit: edit,
    onCorrect,
  }
  return (
    <section aria-label={t`Rows`} className={classes.section}>
      {shown && (
        <p className={classes.caption}>
          <Trans>Showing: {shown}</Trans>
        </p>
      )}
      <div ref={scroller} className={classes.scroller} data-outdated={query.isPlaceholderData || undefined}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table one walks with the arrows is a grid
          role="grid"
          aria-label={t`Rows in the file`}
          className={classes.table}
          style={style as CSSProperties}
          onKeyDown={move}
        >
          <thead className={isWide ? classes.block : classes.hiddenHead}>
            <tr className={classes.header}>
              <th scope="col" data-align="right">
                <Trans>Row</Trans>
              </th>
              <th scope="col">
                <Trans>Result</Trans>
              </th>
              <th scope="col">
                <Trans>Reason</Trans>
              </th>
              {columns.map(({ index, header, field }) => (
                <th key={index} scope="col" title={header}>
                  <span className={classes.headText}>{header}</span>
                  <span className={classes.headField}>{labelOf(field)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
            {items.map(({ index, key, start }) => {
              const row = rows[index]
              if (!row) return null
              return (
                <tr
                  key={key}
                  ref={isWide ? undefined : virtualizer.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  className={isWide ? classes.row : classes.cardRow}
                  data-result={row.result}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {isWide ? (
                    <PreviewRowCells
                      {...shared}
                      row={row}
                      index={index}
                      stop={place}
                      onFocusCell={(column) => setPlace({ index, column })}
                    />
                  ) : (
                    <PreviewCard {...shared} row={row} />
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
        {isFetchNextPageError && <MoreFailed onRetry={() => void fetchNextPage()} />}
      </div>
      {isWide && (
        <p className={classes.caption}>
          {plural(columns.length, {
            one: '# mapped column. Select a cell to correct it.',
            other: '# mapped columns. Select a cell to correct it.',
          })}
        </p>
      )}
    </section>
  )
}

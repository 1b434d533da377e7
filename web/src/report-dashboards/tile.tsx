import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { addressOfTile } from '@muster/contract/report-grid.ts'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ExploreSearch } from '../explore/explore-search.ts'
import { useFilterNames } from '../explore/filter-names.ts'
import { searchOf } from '../explore/saved-reports.ts'
import { type ColumnEdge, dragColumn } from '../ui/column-drag.ts'
import { formatList } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { periodText } from './period-text.ts'
import { type ReportDashboard, rolesText, type Tile } from './report-dashboards.ts'
import classes from './tile.module.css'
import { TileChart, TileNote } from './tile-chart.tsx'
import { TileControls } from './tile-controls.tsx'

/** What the editor does with a tile. */
export interface TileEditing {
  /** Moves it by so many places. */
  onMove: (by: number) => void
  onDrop: (draggedId: string, edge: ColumnEdge) => void
  onChange: (changes: Partial<Tile>) => void
  onRemove: () => void
}

interface DashboardTileProps {
  tile: Tile
  /** The dashboard, and the period and filters over all. */
  dashboard: ReportDashboard
  over: ExploreSearch
  editing: TileEditing | undefined
}

/** Makes the tile draggable among the others while it is edited. Returns the edge at which a dragged one would drop. */
function useTileDrag(reportId: string, editing: TileEditing | undefined) {
  const element = useRef<HTMLLIElement>(null)
  const [edge, setEdge] = useState<ColumnEdge | null>(null)
  const isEditing = editing !== undefined
  const drop = useEffectEvent((draggedId: string, at: ColumnEdge) => editing?.onDrop(draggedId, at))
  useEffect(() => {
    if (!isEditing || !element.current) return
    return dragColumn(element.current, reportId, { onEdge: setEdge, onDrop: drop })
  }, [isEditing, reportId])
  return { element, edge }
}

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  Home: -Infinity,
  End: Infinity,
}

function MoveHandle({ name, editing }: { name: string; editing: TileEditing }) {
  const { t } = useLingui()
  function press(event: KeyboardEvent<HTMLButtonElement>) {
    const handle = event.currentTarget
    const by = steps[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    editing.onMove(by)
    // Moving the element in the document loses the focus.
    requestAnimationFrame(() => handle.focus())
  }
  return (
    <>
      <button
        type="button"
        className={classes.handle}
        aria-label={t`Move ${name}`}
        title={t`Drag, or use the arrow keys`}
        onKeyDown={press}
      >
        <IconGripVertical size={16} stroke={1.6} aria-hidden />
      </button>
      <span className={classes.arrows}>
        <ActionIcon aria-label={t`Move ${name} up`} onClick={() => editing.onMove(-1)}>
          <IconArrowUp size={16} stroke={1.6} />
        </ActionIcon>
        <ActionIcon aria-label={t`Move ${name} down`} onClick={() => editing.onMove(1)}>
          <IconArrowDown size={16} stroke={1.6} />
        </ActionIcon>
      </span>
    </>
  )
}

/** A saved report on the grid: its name, which opens it in Explore, and its chart. */
export function DashboardTile({ tile, dashboard, over, editing }: DashboardTileProps) {
  const { t } = useLingui()
  const filterNames = useFilterNames()
  const { reportId, report, width, height } = tile
  const { element, edge } = useTileDrag(reportId, editing)
  const name = report?.name ?? t`Report not available`
  const found = report && addressOfTile(searchOf(report), over)
  const address = found && 'address' in found ? found.address : null
  const hiddenFrom =
    report && dashboard.can.edit ? dashboard.roles.filter((role) => !report.roles.includes(role)) : []
  const excluded =
    found && 'excluded' in found ? formatList(found.excluded.map((key) => filterNames[key]!)) : ''
  return (
    <li
      ref={element}
      className={classes.tile}
      data-width={width}
      data-height={height}
      data-edge={edge ?? undefined}
      data-editing={editing ? true : undefined}
    >
      <section className={classes.panel} aria-label={name}>
        <header className={classes.head}>
          {editing && <MoveHandle name={name} editing={editing} />}
          <h2 className={classes.name} title={name}>
            {report && !editing ? (
              <TextLink to="/explore" search={{ ...(address ?? searchOf(report)), calls: undefined }}>
                {name}
              </TextLink>
            ) : (
              name
            )}
          </h2>
          <span className={classes.caption}>
            {hiddenFrom.length > 0
              ? t`Not shared with ${rolesText(hiddenFrom)}`
              : address
                ? periodText(address)
                : ''}
          </span>
          {editing && (
            <ActionIcon aria-label={t`Remove ${name}`} title={t`Remove`} onClick={editing.onRemove}>
              <IconX size={16} stroke={1.6} />
            </ActionIcon>
          )}
        </header>
        {editing && <TileControls name={name} tile={tile} onChange={editing.onChange} />}
        <div className={classes.body} inert={editing !== undefined}>
          {!report && (
            <TileNote
              title={t`Report not available`}
              text={t`It was deleted, or it is not shared with you.`}
            />
          )}
          {excluded && (
            <TileNote
              title={t`No data matches both filters`}
              text={t`This report has a filter of its own by: ${excluded}.`}
            />
          )}
          {address && <TileChart search={address} />}
        </div>
      </section>
    </li>
  )
}

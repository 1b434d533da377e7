import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { gridColumns, type tileHeights } from '@muster/contract/report-grid.ts'
import type { Tile } from './report-dashboards.ts'
import classes from './tile.module.css'

interface TileControlsProps {
  name: string
  tile: Tile
  onChange: (changes: Partial<Tile>) => void
}

/** The width and the height of a tile. */
export function TileControls({ name, tile, onChange }: TileControlsProps) {
  const { t } = useLingui()
  const heights: Record<(typeof tileHeights)[number], string> = {
    small: t({ message: 'Small', context: 'height of a tile' }),
    medium: t({ message: 'Medium', context: 'height of a tile' }),
    large: t({ message: 'Large', context: 'height of a tile' }),
  }
  return (
    <div className={classes.controls}>
      <NativeSelect
        size="xs"
        aria-label={t`Width of ${name}`}
        title={t`Width`}
        data={Array.from({ length: gridColumns }, (_, index) => ({
          value: String(index + 1),
          label: plural(index + 1, { one: '# column', other: '# columns' }),
        }))}
        value={String(tile.width)}
        onChange={({ currentTarget: { value } }) => onChange({ width: Number(value) })}
      />
      <NativeSelect
        size="xs"
        aria-label={t`Height of ${name}`}
        title={t`Height`}
        data={Object.entries(heights).map(([value, label]) => ({ value, label }))}
        value={tile.height}
        onChange={({ currentTarget: { value } }) => onChange({ height: value as Tile['height'] })}
      />
    </div>
  )
}

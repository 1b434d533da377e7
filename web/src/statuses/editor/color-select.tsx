import { t } from '@lingui/core/macro'
import { Popover } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './color-select.module.css'
import { palette } from './palette.ts'

interface ColorSelectProps<Color extends string | null> {
  /** The name of the stage or option. */
  name: string
  color: Color
  /** The name of a color that is not in the palette. */
  otherColor: string
  icon: (color: Color | string) => ReactNode
  onChange: (color: string) => void
  disabled?: boolean
}

/** Selects the color of a stage or of an option from the palette. */
export function ColorSelect<Color extends string | null>({
  name,
  color: current,
  otherColor,
  icon,
  onChange,
  disabled,
}: ColorSelectProps<Color>) {
  const [opened, setOpened] = useState(false)
  const same = (color: string) => color.toLowerCase() === current?.toLowerCase()
  const chosen = palette.find(({ color }) => same(color))
  const colorName = chosen ? t(chosen.label) : otherColor
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.color}
          aria-label={t`Color of ${name}: ${colorName}`}
          title={t`Color`}
          disabled={disabled}
          onClick={() => setOpened(!opened)}
        >
          {icon(current)}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label={t`Color of ${name}`}>
        <div className={classes.swatches}>
          {palette.map(({ color, label }) => (
            <button
              key={color}
              type="button"
              className={classes.swatch}
              aria-pressed={same(color)}
              onClick={() => {
                setOpened(false)
                if (!same(color)) onChange(color)
              }}
            >
              {icon(color)}
              {t(label)}
              {same(color) && <IconCheck size={16} stroke={1.6} aria-hidden />}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

import { t } from '@lingui/core/macro'
import { Popover } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { StatusIcon } from '../status-icon.tsx'
import { palette } from './palette.ts'
import type { Stage } from './stage.ts'
import classes from './stages-editor.module.css'

interface ColorSelectProps {
  stage: Stage
  onChange: (color: string) => void
  disabled?: boolean
}

/** Selects a stage's colour from the palette. Its shape follows from its type. */
export function ColorSelect({ stage, onChange, disabled }: ColorSelectProps) {
  const [opened, setOpened] = useState(false)
  const { name, type } = stage
  const same = (color: string) => color.toLowerCase() === stage.color.toLowerCase()
  const chosen = palette.find(({ color }) => same(color))
  const colorName = chosen ? t(chosen.label) : t`custom`
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
          <StatusIcon type={type} color={stage.color} size={16} />
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
              <StatusIcon type={type} color={color} size={16} />
              {t(label)}
              {same(color) && <IconCheck size={16} stroke={1.6} aria-hidden />}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

import { t } from '@lingui/core/macro'
import { IconGripVertical } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './reorder-handle.module.css'

interface ReorderHandleProps {
  /** Names the item in the accessible name. */
  name: string
  held: boolean
  /** From `useReorder`. */
  handleProps: ComponentProps<'button'>
}

/** The handle of a row: dragged, or picked up with Space and moved with the arrow keys. */
export function ReorderHandle({ name, held, handleProps }: ReorderHandleProps) {
  return (
    <button
      type="button"
      className={classes.handle}
      aria-label={t`Reorder ${name}`}
      aria-pressed={held}
      title={t`Drag, or press Space and use the arrow keys`}
      {...handleProps}
    >
      <IconGripVertical size={16} stroke={1.6} aria-hidden />
    </button>
  )
}

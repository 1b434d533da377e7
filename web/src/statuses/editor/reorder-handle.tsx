import { t } from '@lingui/core/macro'
import { IconGripVertical } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './reorder-handle.module.css'

interface ReorderHandleProps {
  /** Of what is put in order. */
  name: string
  held: boolean
  /** Of `useReorder`. */
  handleProps: ComponentProps<'button'>
}

/** What a row is dragged by, or picked up by Space and moved by the arrows. */
export function ReorderHandle({ name, held, handleProps }: ReorderHandleProps) {
  return (
    <button
      type="button"
      className={classes.handle}
      aria-label={t`Reorder ${name}`}
      aria-pressed={held}
      title={t`Drag, or press Space and the arrow keys`}
      {...handleProps}
    >
      <IconGripVertical size={16} stroke={1.6} aria-hidden />
    </button>
  )
}

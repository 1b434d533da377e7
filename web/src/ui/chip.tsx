import { t } from '@lingui/core/macro'
import { IconX } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './chip.module.css'

interface ChipProps extends ComponentProps<'button'> {
  label: string
  value?: string
  /** Shows the cross that removes the chip. */
  onRemove?: () => void
  /** Adds a filter instead of showing one. */
  dashed?: boolean
}

/** A filter in a toolbar: label, value, and a cross to remove it. Clicking it opens its options. */
export function Chip({ label, value, onRemove, dashed, children, ...button }: ChipProps) {
  return (
    <span className={classes.chip} data-dashed={dashed || undefined}>
      <button type="button" {...button} className={classes.body}>
        {children}
        {label} {value && <b>{value}</b>}
      </button>
      {onRemove && (
        <button type="button" className={classes.remove} onClick={onRemove} aria-label={t`Remove ${label}`}>
          <IconX size={14} stroke={1.6} aria-hidden />
        </button>
      )}
    </span>
  )
}

import { t } from '@lingui/core/macro'
import { IconArrowAutofitWidth, IconMinus, IconPlus } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { formatPercent } from '../ui/format.ts'
import classes from './file-preview.module.css'
import { BarButton } from './preview-frame.tsx'

export interface Zoom {
  /** 1 is the original size. */
  scale: number
  in: () => void
  out: () => void
  fit: () => void
}

export function ZoomControls({ zoom }: { zoom: Zoom }) {
  return (
    <div className={classes.controls}>
      <BarButton icon={IconMinus} label={t`Zoom out`} onClick={zoom.out} />
      <span className={`${classes.zoom} ${classes.wide}`} aria-live="off">
        {formatPercent(zoom.scale)}
      </span>
      <BarButton icon={IconPlus} label={t`Zoom in`} onClick={zoom.in} />
      <BarButton icon={IconArrowAutofitWidth} label={t`Fit to width`} onClick={zoom.fit} />
    </div>
  )
}

/**
 * Zooms with + and −, fits with 0; with Ctrl they belong to the browser. Returns whether it handled the key.
 */
export function zoomByKey(event: KeyboardEvent, zoom: Zoom): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const act = { '+': zoom.in, '=': zoom.in, '-': zoom.out, '0': zoom.fit }[event.key]
  if (!act) return false
  event.preventDefault()
  event.stopPropagation()
  act()
  return true
}

import type { ReactNode } from 'react'
import classes from './heat-legend.module.css'

interface HeatLegendProps {
  /** The value of the lightest color. */
  low: string
  /** The value of the darkest color. */
  high: string
  /** What has no color, and why. */
  children?: ReactNode
}

/** The scale of a heat map: from the lightest color to the darkest. */
export function HeatLegend({ low, high, children }: HeatLegendProps) {
  return (
    <p className={classes.legend}>
      <span className={classes.scale}>
        {low}
        <span className={classes.colors} aria-hidden />
        {high}
      </span>
      {children && <span>{children}</span>}
    </p>
  )
}

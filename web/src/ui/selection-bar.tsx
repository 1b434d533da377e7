import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  label: string
  /** How many rows are selected. */
  count: number
  onClear: () => void
  /** The actions. */
  children: ReactNode
  /** What stands after the button that clears the selection. */
  after?: ReactNode
}

/** The bar below a list with the actions on its selected rows. */
export function SelectionBar({ label, count, onClear, children, after }: SelectionBarProps) {
  return (
    <section className={classes.bar} aria-label={label} data-bottom-bar>
      <strong className={classes.count}>{plural(count, { one: '# selected', other: '# selected' })}</strong>
      {children}
      <Button variant="subtle" color="gray" onClick={onClear}>
        <Trans>Clear selection</Trans>
      </Button>
      {after}
    </section>
  )
}

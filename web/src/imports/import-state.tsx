import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { importStates } from '@muster/contract/import-status.ts'
import classes from './imports.module.css'

type State = (typeof importStates)[number]

const labels: Record<State, MessageDescriptor> = {
  analyzed: msg`Not started`,
  queued: msg`Waiting`,
  running: msg`Running`,
  completed: msg`Completed`,
  failed: msg`Failed`,
  canceled: msg`Canceled`,
}

interface ImportStateProps {
  state: State
  undo?: string | null | undefined
  /** Rows that lost a value: with any, an import that is over is not simply done. */
  lostRows: number
}

export function ImportState({ state, undo = null, lostRows }: ImportStateProps) {
  if (undo === 'completed')
    return (
      <span className={classes.state} data-state="undone">
        <Trans>Undone</Trans>
      </span>
    )
  if (undo === 'queued' || undo === 'running')
    return (
      <span className={classes.state} data-state="running">
        <Trans>Undoing import</Trans>
      </span>
    )
  if (state === 'completed' && lostRows > 0)
    return (
      <span className={classes.state} data-state="lossy">
        <Trans>Completed, values lost</Trans>
      </span>
    )
  return (
    <span className={classes.state} data-state={state}>
      {t(labels[state])}
    </span>
  )
}

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
  completed: msg`Done`,
  failed: msg`Failed`,
  canceled: msg`Cancelled`,
}

export function ImportState({ state, undo = null }: { state: State; undo?: string | null }) {
  if (undo === 'completed')
    return (
      <span className={classes.state} data-state="undone">
        <Trans>Taken back</Trans>
      </span>
    )
  if (undo === 'queued' || undo === 'running')
    return (
      <span className={classes.state} data-state="running">
        <Trans>Being taken back</Trans>
      </span>
    )
  return (
    <span className={classes.state} data-state={state}>
      {t(labels[state])}
    </span>
  )
}

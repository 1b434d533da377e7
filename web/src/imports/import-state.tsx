import type { importStates } from '@muster/contract/imports.ts'
import classes from './imports.module.css'

type State = (typeof importStates)[number]

const labels: Record<State, string> = {
  analyzed: 'Not started',
  queued: 'Waiting',
  running: 'Running',
  completed: 'Done',
  failed: 'Failed',
  canceled: 'Cancelled',
}

export function ImportState({ state }: { state: State }) {
  return (
    <span className={classes.state} data-state={state}>
      {labels[state]}
    </span>
  )
}

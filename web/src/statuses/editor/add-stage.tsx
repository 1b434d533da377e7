import { t } from '@lingui/core/macro'
import { Button, TextInput } from '@mantine/core'
import { type StatusType, statusTypeKeys } from '@muster/contract/status-types.ts'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import type { Stage, StageStore } from './stage.ts'
import classes from './stages-editor.module.css'
import { TypeSelect } from './type-select.tsx'

/** Returns the position of a new stage: after the last one of its type or of an earlier one. */
function placeOf(type: StatusType, stages: readonly Stage[]): number {
  const rank = statusTypeKeys.indexOf(type)
  return stages.findLastIndex((stage) => statusTypeKeys.indexOf(stage.type) <= rank) + 1
}

interface AddStageProps {
  stages: readonly Stage[]
  store: StageStore
  kind: 'stage' | 'status'
  onAdded: (name: string) => void
}

/** Not a <form>: it may be within that of a new position. */
export function AddStage({ stages, store, kind, onAdded }: AddStageProps) {
  const [name, setName] = useState('')
  const [type, setType] = useState<StatusType>('contacted')
  const [error, setError] = useState<string | null>(null)
  const [adding, setAdding] = useState(false)
  const trimmed = name.trim()

  async function add(event?: FormEvent) {
    event?.preventDefault()
    if (trimmed === '' || adding) return
    setAdding(true)
    try {
      await store.add({ name: trimmed, type }, placeOf(type, stages))
      setName('')
      setError(null)
      onAdded(trimmed)
    } catch (failure) {
      setError(errorMessage(failure))
    } finally {
      setAdding(false)
    }
  }

  return (
    <div className={classes.add}>
      <TextInput
        aria-label={kind === 'stage' ? t`Name of the new stage` : t`Name of the new status`}
        placeholder={kind === 'stage' ? t`New stage` : t`New status`}
        className={classes.newName}
        maxLength={60}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setError(null)
        }}
        onKeyDown={(event) => event.key === 'Enter' && void add(event)}
      />
      <TypeSelect
        label={kind === 'stage' ? t`Type of the new stage` : t`Type of the new status`}
        value={type}
        onChange={setType}
      />
      <Button variant="default" loading={adding} disabled={trimmed === ''} onClick={() => void add()}>
        {kind === 'stage' ? t`Add stage` : t`Add status`}
      </Button>
    </div>
  )
}

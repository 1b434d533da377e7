import { ActionIcon, ColorInput, NumberInput, TextInput } from '@mantine/core'
import { getPosition, updateStatus } from '@muster/contract/positions.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call, type InputOf } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import type { Status } from './position-state.ts'
import classes from './statuses-editor.module.css'
import { TypeSelect } from './type-select.tsx'
import { useRowDrag } from './use-row-drag.ts'

type Change = InputOf<typeof updateStatus>['body']

interface StatusRowProps {
  status: Status
  index: number
  last: boolean
  /** Puts a status before the one now at the index. */
  onMove: (statusId: string, index: number) => void
  onDelete: () => void
}

/** A text of one's own until it is left; when the status changes elsewhere, its value is shown. */
function useOwn<Value>(value: Value) {
  const [own, setOwn] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setOwn(value)
  }
  return [own, setOwn] as const
}

function useChange(status: Status, takeBack: () => void) {
  const change = useMutation({
    mutationFn: (body: Change) =>
      call(updateStatus, { params: { id: status.id }, body: { ...body, version: status.version } }),
    onError: (error) => {
      takeBack()
      const stale = error instanceof ApiError && error.code === 'CONFLICT' && error.details?.version
      toastError(error, stale ? `${status.name} shows the new values` : `${status.name} not changed`)
    },
    onSettled: () => invalidate(getPosition),
  })
  return (body: Change, said: string) => change.mutate(body, { onSuccess: () => toast(said) })
}

/** A status edited in place: each field is kept when it is left. */
export function StatusRow({ status, index, last, onMove, onDelete }: StatusRowProps) {
  const [name, setName] = useOwn(status.name)
  const [days, setDays] = useOwn<number | string>(status.slaDays ?? '')
  const [color, setColor] = useOwn(status.color)
  const { row, handle, edge } = useRowDrag(status.id, index, onMove)
  const change = useChange(status, () => {
    setName(status.name)
    setDays(status.slaDays ?? '')
    setColor(status.color)
  })
  const up = () => onMove(status.id, index - 1)
  const down = () => onMove(status.id, index + 2)
  const slaDays = days === '' ? null : Number(days)

  function rename() {
    const next = name.trim()
    if (next === '' || next === status.name) return setName(status.name)
    change({ name: next }, `Renamed to ${next}`)
  }

  function moveByKey(event: KeyboardEvent) {
    if (event.key === 'ArrowUp') up()
    else if (event.key === 'ArrowDown') down()
    else return
    event.preventDefault()
  }

  return (
    <li ref={row} className={classes.row} data-edge={edge ?? undefined}>
      <button
        ref={handle}
        type="button"
        className={classes.handle}
        aria-label={`Reorder ${status.name}`}
        title="Drag, or press the up and down arrows"
        onKeyDown={moveByKey}
      >
        <IconGripVertical size={16} stroke={1.5} aria-hidden />
      </button>
      <StatusIcon type={status.type} color={color} />
      <TextInput
        aria-label={`Name of ${status.name}`}
        className={classes.name}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') setName(status.name)
        }}
      />
      <TypeSelect
        label={`Type of ${status.name}`}
        value={status.type}
        onChange={(type) => change({ type }, `${status.name} counts as ${statusTypes[type].label}`)}
      />
      <NumberInput
        aria-label={`Days allowed in ${status.name}`}
        title="Days allowed before an application is late here"
        className={classes.days}
        placeholder="no limit"
        suffix=" days"
        min={0.1}
        max={365}
        hideControls
        value={days}
        onChange={setDays}
        onBlur={() => slaDays !== status.slaDays && change({ slaDays }, `${status.name}: limit changed`)}
      />
      <ColorInput
        aria-label={`Colour of ${status.name}`}
        className={classes.color}
        withEyeDropper={false}
        value={color}
        swatches={Object.values(statusTypes).map((type) => type.color)}
        onChange={setColor}
        onChangeEnd={(next) => next !== status.color && change({ color: next }, `${status.name} recoloured`)}
      />
      <span className={classes.buttons}>
        <ActionIcon size="sm" aria-label={`Move ${status.name} up`} disabled={index === 0} onClick={up}>
          <IconArrowUp size={16} stroke={1.6} />
        </ActionIcon>
        <ActionIcon size="sm" aria-label={`Move ${status.name} down`} disabled={last} onClick={down}>
          <IconArrowDown size={16} stroke={1.6} />
        </ActionIcon>
        <ActionIcon size="sm" aria-label={`Delete ${status.name}`} onClick={onDelete}>
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      </span>
    </li>
  )
}

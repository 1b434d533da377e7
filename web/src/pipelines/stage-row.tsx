import { ActionIcon, ColorInput, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { deleteStage, listPipelines, updateStage } from '@muster/contract/pipelines.ts'
import { type StatusType, statusTypeKeys, statusTypes } from '@muster/contract/status-types.ts'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { toastError } from '../ui/toast.tsx'
import type { Pipeline } from './pipeline-editor.tsx'
import classes from './pipelines.module.css'

type Stage = Pipeline['stages'][number]

interface StageRowProps {
  stage: Stage
  editable: boolean
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

export const typeOptions = statusTypeKeys.map((value) => ({ value, label: statusTypes[value].label }))

/** A stage edited in place: each field is kept when it is left. */
export function StageRow({ stage, editable, onUp, onDown }: StageRowProps) {
  const [name, setName] = useState(stage.name)
  const [days, setDays] = useState<number | string>(stage.slaDays ?? '')
  const [color, setColor] = useState(stage.color)
  const params = { id: stage.id }
  const change = useMutation({
    mutationFn: (body: { name?: string; type?: StatusType; slaDays?: number | null; color?: string }) =>
      call(updateStage, { params, body }),
    onError: (error) => {
      setName(stage.name)
      setDays(stage.slaDays ?? '')
      setColor(stage.color)
      toastError(error, `${stage.name} not changed`)
    },
    onSettled: () => invalidate(listPipelines),
  })
  const remove = useMutation({
    mutationFn: () => call(deleteStage, { params }),
    onError: (error) => toastError(error, `${stage.name} not deleted`),
    onSettled: () => invalidate(listPipelines),
  })
  const slaDays = days === '' ? null : Number(days)
  const label = (what: string) => `${what} of ${stage.name}`
  return (
    <li className={classes.stage}>
      <StatusIcon type={stage.type} color={stage.color} />
      <TextInput
        aria-label={label('Name')}
        className={classes.grow}
        value={name}
        maxLength={60}
        disabled={!editable}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => name.trim() && name.trim() !== stage.name && change.mutate({ name: name.trim() })}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      <NativeSelect
        aria-label={label('Type')}
        className={classes.type}
        data={typeOptions}
        value={stage.type}
        title={statusTypes[stage.type].explanation}
        disabled={!editable}
        onChange={(event) => change.mutate({ type: event.currentTarget.value as StatusType })}
      />
      <NumberInput
        aria-label={label('Days allowed')}
        className={classes.days}
        placeholder="no limit"
        suffix=" days"
        hideControls
        min={0.1}
        max={365}
        value={days}
        disabled={!editable}
        onChange={setDays}
        onBlur={() => slaDays !== stage.slaDays && change.mutate({ slaDays })}
      />
      <ColorInput
        aria-label={label('Colour')}
        className={classes.color}
        withEyeDropper={false}
        value={color}
        disabled={!editable}
        onChange={setColor}
        onChangeEnd={(value) => value !== stage.color && change.mutate({ color: value })}
      />
      {editable && (
        <span className={classes.buttons}>
          <ActionIcon aria-label={`Move ${stage.name} up`} disabled={!onUp} onClick={onUp}>
            <IconArrowUp size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon aria-label={`Move ${stage.name} down`} disabled={!onDown} onClick={onDown}>
            <IconArrowDown size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            aria-label={`Delete ${stage.name}`}
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </span>
      )}
    </li>
  )
}

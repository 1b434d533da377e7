import { plural, t } from '@lingui/core/macro'
import { ActionIcon, NumberInput, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { type ComponentProps, type CSSProperties, useState } from 'react'
import { statusTypeLabels } from '../../texts/contract-labels.ts'
import { StatusIcon } from '../status-icon.tsx'
import { ColorSelect } from './color-select.tsx'
import { ReorderHandle } from './reorder-handle.tsx'
import type { Stage, StageChange } from './stage.ts'
import classes from './stages-editor.module.css'
import { TypeSelect } from './type-select.tsx'

interface StageRowProps {
  stage: Stage
  index: number
  last: boolean
  editable: boolean
  held: boolean
  style: CSSProperties | undefined
  handleProps: ComponentProps<'button'>
  onChange: (change: StageChange, doneText: string) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** Keeps an edited value until blur; shows the stage's value when it changes elsewhere. */
function useEditedValue<Value>(value: Value) {
  const [own, setOwn] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setOwn(value)
  }
  return [own, setOwn] as const
}

function NameField({ stage, editable, onChange }: Pick<StageRowProps, 'stage' | 'editable' | 'onChange'>) {
  const [name, setName] = useEditedValue(stage.name)
  function rename() {
    const next = name.trim()
    setName(stage.name)
    if (next !== '' && next !== stage.name) onChange({ name: next }, t`Renamed to ${next}`)
  }
  return (
    <TextInput
      aria-label={t`Name of ${stage.name}`}
      className={classes.name}
      variant="unstyled"
      value={name}
      maxLength={60}
      disabled={!editable}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={rename}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          event.currentTarget.blur()
        }
        if (event.key === 'Escape') setName(stage.name)
      }}
    />
  )
}

function DaysField({ stage, editable, onChange }: Pick<StageRowProps, 'stage' | 'editable' | 'onChange'>) {
  const [typed, setTyped] = useEditedValue<number | string>(stage.slaDays ?? '')
  const { name } = stage
  const days = Number(typed)
  function keep() {
    const slaDays = typed === '' ? null : days
    if (slaDays === stage.slaDays) return
    const doneText = slaDays === null ? t`Day limit for ${name} removed` : t`Day limit for ${name} changed`
    onChange({ slaDays }, doneText)
  }
  return (
    <NumberInput
      aria-label={t`Day limit for ${name}`}
      title={t`Days before an application is overdue in this status`}
      className={classes.days}
      placeholder={t`No limit`}
      suffix={` ${plural(days, { one: 'day', other: 'days' })}`}
      min={0.1}
      max={365}
      hideControls
      disabled={!editable}
      value={typed}
      onChange={setTyped}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          event.currentTarget.blur()
        }
      }}
    />
  )
}

/** A stage edited in place; each field saves on blur. */
export function StageRow(props: StageRowProps) {
  const { stage, index, last, editable, held, style, handleProps, onChange, onMove, onRemove } = props
  const { name } = stage
  return (
    <li className={classes.row} style={style} data-held={held || undefined}>
      {editable && <ReorderHandle name={name} held={held} handleProps={handleProps} />}
      <ColorSelect
        name={stage.name}
        color={stage.color}
        otherColor={t`custom`}
        icon={(color) => <StatusIcon type={stage.type} color={color} size={16} />}
        disabled={!editable}
        onChange={(color) => onChange({ color }, t`Color of ${name} changed`)}
      />
      <NameField stage={stage} editable={editable} onChange={onChange} />
      <TypeSelect
        label={t`Type of ${name}`}
        value={stage.type}
        disabled={!editable}
        onChange={(type) => {
          const label = t(statusTypeLabels[type])
          onChange({ type }, t`Type of ${name} changed to ${label}`)
        }}
      />
      <DaysField stage={stage} editable={editable} onChange={onChange} />
      {editable && (
        <span className={classes.buttons}>
          <ActionIcon
            size="sm"
            aria-label={t`Move ${name} up`}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          >
            <IconArrowUp size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={t`Move ${name} down`}
            disabled={last}
            onClick={() => onMove(index + 1)}
          >
            <IconArrowDown size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon size="sm" aria-label={t`Delete ${name}`} onClick={onRemove}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </span>
      )}
    </li>
  )
}

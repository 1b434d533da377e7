import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Input, TextInput, VisuallyHidden } from '@mantine/core'
import { fieldLimits } from '@muster/contract/field-subjects.ts'
import { IconArchive, IconArchiveOff, IconArrowMerge, IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { ColorSelect } from '../../statuses/editor/color-select.tsx'
import { palette } from '../../statuses/editor/palette.ts'
import { ReorderHandle } from '../../statuses/editor/reorder-handle.tsx'
import { useReorder } from '../../statuses/editor/use-reorder.ts'
import { OptionDot } from '../option-name.tsx'
import { newOption, type OptionDraft } from './field-form.ts'
import classes from './options-editor.module.css'

interface OptionsEditorProps {
  options: readonly OptionDraft[]
  onChange: (options: OptionDraft[]) => void
  error?: ReactNode
  /** Merges a saved option into another; undefined where that is not possible. */
  onMerge?: ((option: OptionDraft) => void) | undefined
}

/** The options of a field: their names, colors and order, and which are retired. */
export function OptionsEditor({ options, onChange, error, onMerge }: OptionsEditorProps) {
  const [announcement, announce] = useState('')
  const [added, setAdded] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const change = (rowId: string, changes: Partial<OptionDraft>) =>
    onChange(options.map((option) => (option.rowId === rowId ? { ...option, ...changes } : option)))
  const add = () => {
    const option = newOption(palette[options.length % palette.length]?.color ?? null)
    setAdded(option.rowId)
    onChange([...options, option])
  }
  const nameOf = ({ label }: OptionDraft) => label || t`the new option`
  const reorder = useReorder({
    list,
    items: options.map((option) => ({ id: option.rowId, name: nameOf(option) })),
    onMove: (rowId, to) => {
      const from = options.findIndex((option) => option.rowId === rowId)
      const option = options[from]
      if (option) onChange(options.toSpliced(from, 1).toSpliced(to, 0, option))
    },
    announce,
  })
  const named = options.filter(({ label, retired }) => label.trim() !== '' && !retired)
  return (
    <Input.Wrapper label={t`Options`} labelElement="div" error={error}>
      <div
        className={classes.editor}
        data-refused={error ? true : undefined}
        tabIndex={error ? -1 : undefined}
      >
        <ul ref={list} className={classes.list} data-carrying={reorder.heldId !== null || undefined}>
          {options.map((option, index) => {
            const { rowId, id, label, retired } = option
            const name = nameOf(option)
            return (
              <li
                key={rowId}
                className={classes.row}
                style={reorder.rowStyle(index)}
                data-held={rowId === reorder.heldId || undefined}
                data-retired={retired || undefined}
              >
                <ReorderHandle
                  name={name}
                  held={rowId === reorder.heldId}
                  handleProps={reorder.handleProps(rowId)}
                />
                <ColorSelect
                  name={name}
                  color={option.color}
                  otherColor={t`none`}
                  icon={(color) => <OptionDot color={color} />}
                  onChange={(color) => change(rowId, { color })}
                />
                <TextInput
                  className={classes.label}
                  aria-label={t`Name of option ${index + 1}`}
                  placeholder={t`Name`}
                  maxLength={fieldLimits.optionLabel}
                  value={label}
                  autoFocus={rowId === added}
                  rightSection={retired ? <span className={classes.caption}>{t`retired`}</span> : undefined}
                  rightSectionWidth={retired ? 64 : undefined}
                  onChange={(event) => change(rowId, { label: event.currentTarget.value })}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter') return
                    event.preventDefault()
                    if (label.trim() !== '') add()
                  }}
                />
                {id && onMerge && !retired && named.length > 1 && (
                  <ActionIcon
                    aria-label={t`Merge ${name} into another option`}
                    title={t`Merge…`}
                    onClick={() => onMerge(option)}
                  >
                    <IconArrowMerge size={16} stroke={1.6} />
                  </ActionIcon>
                )}
                {id ? (
                  <ActionIcon
                    aria-label={retired ? t`Restore ${name}` : t`Retire ${name}`}
                    title={retired ? t`Restore` : t`Retire`}
                    onClick={() => change(rowId, { retired: !retired })}
                  >
                    {retired ? (
                      <IconArchiveOff size={16} stroke={1.6} />
                    ) : (
                      <IconArchive size={16} stroke={1.6} />
                    )}
                  </ActionIcon>
                ) : (
                  <ActionIcon
                    aria-label={t`Remove ${name}`}
                    title={t`Remove`}
                    onClick={() => onChange(options.filter((each) => each.rowId !== rowId))}
                  >
                    <IconX size={16} stroke={1.6} />
                  </ActionIcon>
                )}
              </li>
            )
          })}
        </ul>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          className={classes.add}
          leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
          disabled={options.length >= fieldLimits.options}
          onClick={add}
        >
          <Trans>Add option</Trans>
        </Button>
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      </div>
    </Input.Wrapper>
  )
}

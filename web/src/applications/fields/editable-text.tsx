import { t } from '@lingui/core/macro'
import { ActionIcon, Textarea, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useUnsavedGuard } from '../../layout/unsaved-guard.tsx'
import { emptyValue } from './empty-value.tsx'
import { FieldNotice } from './field-notice.tsx'
import classes from './fields.module.css'
import type { Subject } from './subject.ts'
import { type FieldDefinition, useEditableField } from './use-editable-field.ts'
import type { InlineEdit } from './use-inline-edit.ts'

interface EditableTextProps {
  editable: InlineEdit<string | null>
  canEdit: boolean
  /** Renders the value, for example as a link; plain text when left out. */
  children?: (value: string) => ReactNode
  actions?: ReactNode
  type?: 'text' | 'email' | 'tel' | 'url' | 'datetime-local'
  multiline?: boolean
  maxLength: number
  /** Converts the value to the text that is edited and back, when they differ. */
  toText?: (value: string | null) => string
  fromText?: (text: string) => string | null
  required?: boolean
  /** Begins with the editor, as the field was just added. */
  startsEditing?: boolean | undefined
}

const asText = (value: string | null) => value ?? ''
const asValue = (text: string) => text.trim() || null

interface EditorProps extends Pick<EditableTextProps, 'type' | 'multiline' | 'maxLength'> {
  label: string
  initial: string
  onSave: (text: string) => void
  onCancel: () => void
}

/** Saves on Enter and on blur; Escape cancels. */
function Editor({ label, initial, type, multiline, maxLength, onSave, onCancel }: EditorProps) {
  const [text, setText] = useState(initial)
  const over = useRef(false)
  useUnsavedGuard(text !== initial, label)
  const end = (save: boolean) => {
    if (over.current) return
    over.current = true
    if (save) onSave(text)
    else onCancel()
  }
  const common = {
    'aria-label': label,
    autoFocus: true,
    maxLength,
    value: text,
    classNames: { root: classes.editor, input: classes.editorInput },
    onBlur: () => end(true),
    onKeyDown: (event: KeyboardEvent) => {
      const enters = event.key === 'Enter' && (!multiline || event.ctrlKey || event.metaKey)
      if (!enters && event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      end(enters)
    },
  }
  return multiline ? (
    <Textarea
      {...common}
      autosize
      minRows={2}
      maxRows={12}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...common} type={type ?? 'text'} onChange={(event) => setText(event.currentTarget.value)} />
  )
}

/** A text field that is edited in place. */
export function EditableText(props: EditableTextProps) {
  const { editable, canEdit, children, actions, required, toText = asText, fromText = asValue } = props
  const { type, multiline, maxLength } = props
  const { value } = editable
  // The value from when editing began, to detect what somebody else changed meanwhile.
  const [base, setBase] = useState<{ value: string | null } | null>(props.startsEditing ? { value } : null)
  const pencil = useRef<HTMLButtonElement>(null)
  const returns = useRef(false)
  useEffect(() => {
    if (base || !returns.current) return
    returns.current = false
    pencil.current?.focus()
  }, [base])
  const stop = () => {
    returns.current =
      document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    setBase(null)
  }
  const shown = value === null || value === '' ? emptyValue : children ? children(value) : value

  if (base && canEdit) {
    return (
      <Editor
        label={editable.label}
        initial={toText(base.value)}
        type={type}
        multiline={multiline}
        maxLength={maxLength}
        onCancel={stop}
        onSave={(text) => {
          stop()
          const next = fromText(text)
          if (text !== toText(base.value) && !(required && next === null)) editable.save(next, base.value)
        }}
      />
    )
  }
  return (
    <div className={classes.stack}>
      <div className={classes.shown} data-saving={editable.saving || undefined}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the pencil is the button; this enlarges its target */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the pencil has the key */}
        <span
          className={classes.text}
          data-multiline={multiline || undefined}
          data-editable={canEdit || undefined}
          onClick={(event) => {
            const isLink = (event.target as Element).closest('a')
            if (canEdit && !isLink) setBase({ value })
          }}
        >
          {shown}
        </span>
        <span className={classes.tools}>
          {actions}
          {canEdit && (
            <ActionIcon
              ref={pencil}
              size="sm"
              className={classes.pencil}
              aria-label={t`Change ${editable.label}`}
              title={t`Change`}
              onClick={() => setBase({ value })}
            >
              <IconPencil size={14} stroke={1.6} />
            </ActionIcon>
          )}
        </span>
      </div>
      <FieldNotice
        editable={editable}
        show={(each) => (each === null ? '' : children ? children(each) : each)}
      />
    </div>
  )
}

/** A text field of a record. */
export function RecordText({
  subject,
  kind,
  ...text
}: Omit<EditableTextProps, 'editable'> & { subject: Subject; kind: FieldDefinition<string | null> }) {
  return <EditableText {...text} editable={useEditableField(subject, kind)} />
}

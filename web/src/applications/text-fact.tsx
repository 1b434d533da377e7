import { t } from '@lingui/core/macro'
import { ActionIcon, Textarea, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import type { ApplicationDetails } from './application-query.ts'
import { FactNotice } from './fact-notice.tsx'
import classes from './facts.module.css'
import { nothing } from './facts.tsx'
import { type FactKind, useFact } from './use-fact.ts'

interface TextFactProps {
  application: ApplicationDetails
  kind: FactKind<string | null>
  canEdit: boolean
  /** How the value is shown, with what leads to it; as it is without. */
  children?: (value: string) => ReactNode
  /** Buttons beside it. */
  actions?: ReactNode
  type?: 'text' | 'email' | 'tel' | 'url' | 'datetime-local'
  multiline?: boolean
  maxLength: number
  /** How the value stands in the field and is read back, where it is not the text itself. */
  toText?: (value: string | null) => string
  fromText?: (text: string) => string | null
  /** It cannot be left empty. */
  required?: boolean
}

const asText = (value: string | null) => value ?? ''
const asValue = (text: string) => text.trim() || null

interface EditorProps extends Pick<TextFactProps, 'type' | 'multiline' | 'maxLength'> {
  label: string
  initial: string
  onSave: (text: string) => void
  onCancel: () => void
}

/** Enter or leaving the field keeps what stands in it, Escape does not. */
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

/** A fact of plain text, changed where it stands. */
export function TextFact(props: TextFactProps) {
  const {
    application,
    kind,
    canEdit,
    children,
    actions,
    required,
    toText = asText,
    fromText = asValue,
  } = props
  const { type, multiline, maxLength } = props
  const fact = useFact(application, kind)
  const { value } = fact
  // What stood there when editing began: to be told from what somebody else makes of it meanwhile.
  const [base, setBase] = useState<{ value: string | null } | null>(null)
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
  const shown = value === null || value === '' ? nothing : children ? children(value) : value

  if (base && canEdit) {
    return (
      <Editor
        label={fact.label}
        initial={toText(base.value)}
        type={type}
        multiline={multiline}
        maxLength={maxLength}
        onCancel={stop}
        onSave={(text) => {
          stop()
          const next = fromText(text)
          if (text !== toText(base.value) && !(required && next === null)) fact.save(next, base.value)
        }}
      />
    )
  }
  return (
    <div className={classes.stack}>
      <div className={classes.shown} data-saving={fact.saving || undefined}>
        <span className={classes.text} data-multiline={multiline || undefined}>
          {shown}
        </span>
        <span className={classes.tools}>
          {actions}
          {canEdit && (
            <ActionIcon
              ref={pencil}
              size="sm"
              className={classes.pencil}
              aria-label={t`Change ${fact.label}`}
              title={t`Change`}
              onClick={() => setBase({ value })}
            >
              <IconPencil size={14} stroke={1.6} />
            </ActionIcon>
          )}
        </span>
      </div>
      <FactNotice fact={fact} show={(each) => (each === null ? '' : children ? children(each) : each)} />
    </div>
  )
}

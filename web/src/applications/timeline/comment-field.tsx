import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Combobox, Textarea, useCombobox } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, lazy, type Ref, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { usePermission } from '../../session/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Kbd, modKey } from '../../ui/kbd.tsx'
import { colleaguesQuery } from '../queries.ts'
import timeline from './activity-timeline.module.css'
import classes from './comment-field.module.css'
import { CommentTools } from './comment-tools.tsx'
import { mentionBefore, mentionedIn, type Person, withMentions } from './mentions.ts'
import { type Selected, toggleMark } from './text-edits.ts'

const CommentMarkdown = lazy(() =>
  import('./markdown.tsx').then((module) => ({ default: module.CommentMarkdown })),
)

export interface CommentInput {
  body: string
  /** The ids of the mentioned users. */
  mentions: string[]
}

interface CommentFieldProps {
  label: string
  /** The label of the button. */
  action: string
  onSubmit: (input: CommentInput) => void
  onCancel?: () => void
  /** Receives each change, to store a draft. */
  onDraft?: (body: string) => void
  initial?: { body: string; mentions: readonly Person[] }
  autoFocus?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

const offered = 6

/**
 * Otherwise Mantine measures the height by script, which causes a layout of the whole page for each new
 * field.
 */
const growsByItself = () => CSS.supports('field-sizing', 'content')

/** A Markdown field with a preview and `@` mentions. */
export function CommentField(props: CommentFieldProps) {
  const { label, action, onSubmit, onCancel, onDraft, initial, autoFocus, ref } = props
  const [body, setBody] = useState(initial?.body ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  // Stays open once focused: closing would move what the user is about to click.
  const [open, setOpen] = useState(Boolean(autoFocus || initial?.body))
  const [previewing, setPreviewing] = useState(false)
  const [caret, setCaret] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  const toSelect = useRef<Selected | null>(null)
  const fieldRef = useMergedRef(ref ?? null, field)
  const mayReadUsers = usePermission('users:read')
  const { data } = useQuery({ ...colleaguesQuery, enabled: mayReadUsers && open })
  const combobox = useCombobox()
  const people: Person[] = [...(data?.items ?? []), ...(initial?.mentions ?? [])]
  const found =
    typed === null
      ? []
      : (data?.items ?? [])
          .filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
          .slice(0, offered)

  // Restore the selection after an edit by the toolbar.
  useLayoutEffect(() => {
    const selected = toSelect.current
    if (!selected || selected.text !== body) return
    toSelect.current = null
    field.current?.focus()
    field.current?.setSelectionRange(selected.start, selected.end)
  })

  function change(next: string, at: number) {
    setBody(next)
    setCaret(at)
    onDraft?.(next)
    const mention = mentionBefore(next, at)
    setTyped(mention)
    if (mention === null) combobox.closeDropdown()
    else {
      combobox.openDropdown()
      combobox.selectFirstOption()
    }
  }

  function edit(by: (now: Selected) => Selected) {
    const { selectionStart: start = body.length, selectionEnd: end = body.length } = field.current ?? {}
    const next = by({ text: body, start, end })
    toSelect.current = next
    setBody(next.text)
    onDraft?.(next.text)
  }

  function mention(name: string) {
    const start = caret - (typed?.length ?? 0)
    const text = `${body.slice(0, start)}${name} ${body.slice(caret)}`
    const end = start + name.length + 1
    toSelect.current = { text, start: end, end }
    change(text, end)
    setTyped(null)
    combobox.closeDropdown()
  }

  function submit() {
    if (body.trim() === '') return
    onSubmit({ body: body.trim(), mentions: mentionedIn(body, people) })
    setBody('')
    setPreviewing(false)
    onDraft?.('')
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const command = event.metaKey || event.ctrlKey
    if (event.key === 'Enter' && command) submit()
    else if (command && !event.shiftKey && event.key === 'b') edit((now) => toggleMark(now, '**'))
    else if (command && !event.shiftKey && event.key === 'i') edit((now) => toggleMark(now, '_'))
    else if (event.key === 'Escape' && !combobox.dropdownOpened) {
      if (onCancel) return onCancel()
      field.current?.blur()
      setOpen(body !== '')
      return
    } else return
    event.preventDefault()
  }

  const mentioned = people.filter(({ name }) => body.includes(`@${name}`))
  return (
    <form
      className={classes.form}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {previewing ? (
        <section
          className={timeline.comment}
          aria-label={t`Preview of the comment`}
          data-preview
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the shortcuts for send and write work here too
          tabIndex={0}
        >
          <Suspense fallback={<p>{body}</p>}>
            <CommentMarkdown text={withMentions(body, mentioned)} />
          </Suspense>
        </section>
      ) : (
        <Combobox
          store={combobox}
          onOptionSubmit={mention}
          position="bottom-start"
          withinPortal
          middlewares={{ flip: true, shift: true }}
        >
          <Combobox.DropdownTarget>
            <Combobox.EventsTarget>
              <Textarea
                ref={fieldRef}
                aria-label={label}
                placeholder={t`Comment, @ to mention`}
                classNames={{ input: classes.input }}
                data-open={open || undefined}
                autosize={!growsByItself()}
                minRows={open ? 3 : 1}
                maxRows={16}
                maxLength={10_000}
                autoFocus={autoFocus}
                value={body}
                rightSection={open || !ref ? null : <Kbd>c</Kbd>}
                onChange={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionStart)}
                onFocus={() => setOpen(true)}
                onBlur={() => combobox.closeDropdown()}
              />
            </Combobox.EventsTarget>
          </Combobox.DropdownTarget>
          <Combobox.Dropdown hidden={found.length === 0}>
            <Combobox.Options aria-label={t`Users`}>
              {found.map(({ id, name }) => (
                <Combobox.Option key={id} value={name} className={classes.person}>
                  <Avatar name={name} userId={id} decorative />
                  {name}
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      )}
      {(open || onCancel) && (
        <div className={classes.buttons}>
          <CommentTools
            previewing={previewing}
            empty={body.trim() === ''}
            onPreview={() => {
              setPreviewing(!previewing)
              if (previewing) toSelect.current = { text: body, start: body.length, end: body.length }
            }}
            onEdit={edit}
          />
          <span className={classes.send}>
            <span className={classes.hint} aria-hidden>
              <Kbd>{`${modKey} Enter`}</Kbd>
            </span>
            {onCancel && (
              <Button size="xs" variant="default" onClick={onCancel}>
                <Trans>Cancel</Trans>
              </Button>
            )}
            <Button size="xs" type="submit" disabled={body.trim() === ''}>
              {action}
            </Button>
          </span>
        </div>
      )}
    </form>
  )
}

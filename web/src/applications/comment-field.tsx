import { Button, Combobox, Textarea, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { usePermission } from '../session/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Kbd, modKey } from '../ui/kbd.tsx'
import classes from './comment-field.module.css'
import { colleaguesQuery } from './queries.ts'

export interface CommentInput {
  body: string
  /** The ids of those mentioned. */
  mentions: string[]
}

interface Person {
  id: string
  name: string
}

interface CommentFieldProps {
  label: string
  /** The button's verb. */
  action: string
  onSubmit: (input: CommentInput) => void
  onCancel?: () => void
  /** Told what stands in it, to keep a draft. */
  onDraft?: (body: string) => void
  initial?: { body: string; mentions: readonly Person[] }
  autoFocus?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

const offered = 6

/** The start of a mention before the caret: "@in" answers "in". */
function mentionBefore(text: string, caret: number): string | null {
  return /(?:^|\s)@([\p{L}\p{N}'.-]*(?: [\p{L}\p{N}'.-]*)?)$/u.exec(text.slice(0, caret))?.[1] ?? null
}

/** A field for Markdown in which `@` offers colleagues to mention. */
export function CommentField(props: CommentFieldProps) {
  const { label, action, onSubmit, onCancel, onDraft, initial, autoFocus, ref } = props
  const [body, setBody] = useState(initial?.body ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  // It stays open once entered: closing by itself would move what one is about to click on.
  const [open, setOpen] = useState(Boolean(autoFocus || initial?.body))
  const [caret, setCaret] = useState(0)
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

  function mention(name: string) {
    const start = caret - (typed?.length ?? 0)
    change(`${body.slice(0, start)}${name} ${body.slice(caret)}`, start + name.length + 1)
    setTyped(null)
    combobox.closeDropdown()
  }

  function submit() {
    if (body.trim() === '') return
    const mentions = people.filter(({ name }) => body.includes(`@${name}`)).map(({ id }) => id)
    onSubmit({ body: body.trim(), mentions: [...new Set(mentions)] })
    setBody('')
    onDraft?.('')
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape' && !combobox.dropdownOpened) {
      if (onCancel) return onCancel()
      event.currentTarget.blur()
      setOpen(body !== '')
    }
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
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
              ref={ref}
              aria-label={label}
              placeholder="Comment, @ to mention"
              autosize
              minRows={open ? 3 : 1}
              maxRows={16}
              maxLength={10_000}
              autoFocus={autoFocus}
              value={body}
              rightSection={open || !ref ? null : <Kbd>c</Kbd>}
              onChange={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionStart)}
              onFocus={() => setOpen(true)}
              onBlur={() => combobox.closeDropdown()}
              onKeyDown={onKeyDown}
            />
          </Combobox.EventsTarget>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown hidden={found.length === 0}>
          <Combobox.Options aria-label="Colleagues">
            {found.map(({ id, name }) => (
              <Combobox.Option key={id} value={name} className={classes.person}>
                <Avatar name={name} decorative />
                {name}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {(open || onCancel) && (
        <div className={classes.buttons}>
          <span className={classes.hint}>
            Markdown <Kbd>{`${modKey} Enter`}</Kbd>
          </span>
          {onCancel && (
            <Button size="xs" variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button size="xs" type="submit" disabled={body.trim() === ''}>
            {action}
          </Button>
        </div>
      )}
    </form>
  )
}

import { Autocomplete, Select, TagsInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../session/session.ts'
import { formatDateTime, formatWhen } from '../ui/format.ts'
import { fromLocalTime, toLocalTime } from '../ui/local-time.ts'
import { useNow } from '../ui/now.ts'
import type { ApplicationDetails } from './application-query.ts'
import classes from './facts.module.css'
import { nothing } from './facts.tsx'
import { colleaguesQuery, facetsQuery } from './queries.ts'
import { useEditApplication } from './use-edit-application.ts'

const field = { root: classes.field, input: classes.input }

interface FieldProps {
  application: ApplicationDetails
}

/** The colleague who looks after it. */
export function OwnerField({ application }: FieldProps) {
  const { id, owner, can } = application
  const edit = useEditApplication(id)
  const mayReadUsers = usePermission('users:read')
  const { data } = useQuery({ ...colleaguesQuery, enabled: can.edit && mayReadUsers })
  if (!can.edit || !mayReadUsers) return owner?.name ?? nothing
  const people = new Map((data?.items ?? []).map((user) => [user.id, user.name]))
  if (owner) people.set(owner.id, owner.name)

  const assignTo = (next: ApplicationDetails['owner']) => ({
    changes: { ownerId: next?.id ?? null },
    shown: { owner: next },
    what: 'Owner',
    done: next ? `Assigned to ${next.name}` : 'Nobody owns it now',
  })
  const choose = (userId: string | null) => {
    if (userId === (owner?.id ?? null)) return
    const next = userId ? { id: userId, name: people.get(userId) ?? '' } : null
    edit({ ...assignTo(next), undo: assignTo(owner) })
  }
  return (
    <Select
      aria-label="Owner"
      classNames={field}
      placeholder="Nobody"
      searchable
      clearable
      nothingFoundMessage="No colleague of this name"
      data={[...people].map(([value, label]) => ({ value, label }))}
      value={owner?.id ?? null}
      onChange={choose}
    />
  )
}

/** When to call again: a date and time of this browser's timezone. */
export function CallbackField({ application }: FieldProps) {
  const { id, callbackAt, can } = application
  const edit = useEditApplication(id)
  const now = useNow()
  const [text, setText] = useState<string | null>(null)
  if (!can.edit) return callbackAt ? formatWhen(callbackAt, now) : nothing

  const setTo = (at: string | null) => ({
    changes: { callbackAt: at },
    shown: { callbackAt: at },
    what: 'Callback',
    done: at ? `Callback ${formatWhen(at)}` : 'No callback any more',
  })
  const save = () => {
    if (text === null) return
    const at = fromLocalTime(text)
    setText(null)
    if (at !== callbackAt) edit({ ...setTo(at), undo: setTo(callbackAt) })
  }
  return (
    <TextInput
      type="datetime-local"
      aria-label="Callback"
      classNames={field}
      data-empty={(!callbackAt && text === null) || undefined}
      data-due={(callbackAt !== null && Date.parse(callbackAt) <= now) || undefined}
      title={callbackAt ? formatDateTime(callbackAt) : undefined}
      value={text ?? toLocalTime(callbackAt)}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') setText(null)
      }}
    />
  )
}

/** Where the application came from; one in use, or a new word. */
export function SourceField({ application }: FieldProps) {
  const { id, source, can } = application
  const edit = useEditApplication(id)
  const { data } = useQuery({ ...facetsQuery, enabled: can.edit })
  const [text, setText] = useState<string | null>(null)
  if (!can.edit) return source ?? nothing

  const setTo = (next: string | null) => ({
    changes: { source: next },
    shown: { source: next },
    what: 'Source',
    done: next ? `Source is ${next}` : 'No source any more',
  })
  const save = (value: string | null) => {
    setText(null)
    const next = value === null ? source : value.trim() || null
    if (next !== source) edit({ ...setTo(next), undo: setTo(source) })
  }
  return (
    <Autocomplete
      aria-label="Source"
      classNames={field}
      placeholder="None"
      maxLength={120}
      data={data?.sources ?? []}
      value={text ?? source ?? ''}
      onChange={setText}
      onOptionSubmit={save}
      onBlur={() => save(text)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText(null)
      }}
    />
  )
}

export function TagsField({ application }: FieldProps) {
  const { id, tags, can } = application
  const edit = useEditApplication(id)
  const { data } = useQuery({ ...facetsQuery, enabled: can.edit })
  if (!can.edit) return tags.join(', ') || nothing
  const setTo = (next: string[]) => ({
    changes: { tags: next },
    shown: { tags: next },
    what: 'Tags',
    done: 'Tags changed',
  })
  return (
    <TagsInput
      aria-label="Tags"
      classNames={{ ...field, pill: classes.pill, inputField: classes.tagInput }}
      placeholder={tags.length === 0 ? 'None' : undefined}
      maxTags={50}
      maxLength={40}
      data={data?.tags ?? []}
      value={tags}
      onChange={(next) => edit({ ...setTo(next), undo: setTo(tags) })}
    />
  )
}

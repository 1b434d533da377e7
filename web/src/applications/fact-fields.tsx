import { t } from '@lingui/core/macro'
import { Autocomplete, Select, TagsInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../session/session.ts'
import { formatDateTime, formatWhen } from '../ui/format.ts'
import { useListOnDemand } from '../ui/list-on-demand.ts'
import { fromLocalTime, toLocalTime } from '../ui/local-time.ts'
import { useNow } from '../ui/now.ts'
import type { ApplicationDetails } from './application-query.ts'
import { applicationFacts } from './fact-kinds.ts'
import { FactNotice } from './fact-notice.tsx'
import classes from './facts.module.css'
import { nothing } from './facts.tsx'
import { colleaguesQuery, facetsQuery } from './queries.ts'
import { useFact } from './use-fact.ts'

const field = { root: classes.field, input: classes.input }

interface FieldProps {
  application: ApplicationDetails
}

/** What is typed and not kept yet, with what stood there when one began. */
type Typed = { text: string; base: string | null } | null

/** The colleague who looks after it. */
export function OwnerField({ application }: FieldProps) {
  const { can } = application
  const fact = useFact(application, applicationFacts.owner())
  const owner = fact.value
  const list = useListOnDemand()
  const mayReadUsers = usePermission('users:read')
  const { data } = useQuery({ ...colleaguesQuery, enabled: can.edit && mayReadUsers })
  if (!can.edit || !mayReadUsers) return owner?.name ?? nothing
  const people = new Map((data?.items ?? []).map((user) => [user.id, user.name]))
  if (owner) people.set(owner.id, owner.name)
  return (
    <div className={classes.stack}>
      <Select
        {...list}
        aria-label={fact.label}
        classNames={field}
        placeholder={t`Nobody`}
        searchable
        clearable
        nothingFoundMessage={t`No colleague of this name`}
        data={[...people].map(([value, label]) => ({ value, label }))}
        value={owner?.id ?? null}
        onChange={(id) => fact.save(id ? { id, name: people.get(id) ?? '' } : null)}
      />
      <FactNotice fact={fact} show={(each) => each?.name} />
    </div>
  )
}

/** When to call again: a date and time of this browser's timezone. */
export function CallbackField({ application }: FieldProps) {
  const fact = useFact(application, applicationFacts.callback())
  const at = fact.value
  const now = useNow()
  const [typed, setTyped] = useState<Typed>(null)
  if (!application.can.setCallback) return at ? formatWhen(at, now) : nothing
  const empty = !at && typed === null
  const save = () => {
    if (typed === null) return
    setTyped(null)
    fact.save(fromLocalTime(typed.text), typed.base)
  }
  return (
    <div className={classes.stack}>
      <TextInput
        type="datetime-local"
        aria-label={fact.label}
        classNames={field}
        data-empty={empty || undefined}
        data-due={(at !== null && Date.parse(at) <= now) || undefined}
        title={at ? formatDateTime(at) : undefined}
        value={typed?.text ?? toLocalTime(at)}
        onChange={({ currentTarget: { value } }) => setTyped({ text: value, base: typed ? typed.base : at })}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save()
          if (event.key === 'Escape') setTyped(null)
        }}
        inputContainer={(input) => (
          <>
            {input}
            {empty && <span className={classes.noDate} aria-hidden>{t`None`}</span>}
          </>
        )}
      />
      <FactNotice fact={fact} show={(each) => each && formatDateTime(each)} />
    </div>
  )
}

/** Where the application came from; one in use, or a new word. */
export function SourceField({ application }: FieldProps) {
  const { can } = application
  const fact = useFact(application, applicationFacts.source())
  const { data } = useQuery({ ...facetsQuery, enabled: can.edit })
  const list = useListOnDemand()
  const [typed, setTyped] = useState<Typed>(null)
  if (!can.edit) return fact.value ?? nothing
  const save = (text: string) => {
    setTyped(null)
    fact.save(text.trim() || null, typed ? typed.base : fact.value)
  }
  return (
    <div className={classes.stack}>
      <Autocomplete
        {...list}
        aria-label={fact.label}
        classNames={field}
        placeholder={t`None`}
        maxLength={120}
        data={data?.sources ?? []}
        value={typed?.text ?? fact.value ?? ''}
        onChange={(text) => setTyped({ text, base: typed ? typed.base : fact.value })}
        onOptionSubmit={save}
        onBlur={() => typed && save(typed.text)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(null)
          // The one chosen of those offered is taken by the list itself.
          const choosing = event.currentTarget.getAttribute('aria-activedescendant')
          if (event.key === 'Enter' && typed && !choosing) save(typed.text)
        }}
      />
      <FactNotice fact={fact} show={(each) => each} />
    </div>
  )
}

export function TagsField({ application }: FieldProps) {
  const { can } = application
  const fact = useFact(application, applicationFacts.tags())
  const { data } = useQuery({ ...facetsQuery, enabled: can.edit })
  const list = useListOnDemand()
  const tags = fact.value
  if (!can.edit) return tags.join(', ') || nothing
  return (
    <div className={classes.stack}>
      <TagsInput
        {...list}
        aria-label={fact.label}
        classNames={{ ...field, pill: classes.pill, inputField: classes.tagInput }}
        placeholder={tags.length === 0 ? t`None` : undefined}
        maxTags={50}
        maxLength={40}
        acceptValueOnBlur
        data={data?.tags ?? []}
        value={[...tags]}
        onChange={(next) => fact.save(next)}
      />
      <FactNotice fact={fact} show={(each) => each.join(', ')} />
    </div>
  )
}

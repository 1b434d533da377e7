import { t } from '@lingui/core/macro'
import { Autocomplete, Select, TagsInput } from '@mantine/core'
import { applicationLengths } from '@muster/contract/text-lengths.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../../session/session.ts'
import { useListOnDemand } from '../../ui/list-on-demand.ts'
import { facetsQuery, staffQuery } from '../queries.ts'
import { emptyValue } from './empty-value.tsx'
import { applicationFields, personTagsField } from './field-definitions.ts'
import { FieldNotice } from './field-notice.tsx'
import classes from './fields.module.css'
import type { Subject } from './subject.ts'
import { type FieldDefinition, useEditableField } from './use-editable-field.ts'

const field = { root: classes.field, input: classes.input }

interface FieldProps {
  subject: Subject
  /** Takes the focus, as the field was just added. */
  autoFocus?: boolean | undefined
}

/** Unsaved text, with the value from when editing began. */
type Typed = { text: string; base: string | null } | null

export function OwnerField({ subject, autoFocus }: FieldProps) {
  const can = subject.application?.can
  const editable = useEditableField(subject, applicationFields.owner())
  const owner = editable.value
  const list = useListOnDemand()
  const mayReadUsers = usePermission('users:read')
  const { data } = useQuery({ ...staffQuery, enabled: can?.edit === true && mayReadUsers })
  if (!can?.edit || !mayReadUsers) return owner?.name ?? emptyValue
  const people = new Map((data?.items ?? []).map((user) => [user.id, user.name]))
  if (owner) people.set(owner.id, owner.name)
  return (
    <div className={classes.stack}>
      <Select
        {...list}
        aria-label={editable.label}
        autoFocus={autoFocus ?? false}
        classNames={field}
        placeholder={t`Unassigned`}
        searchable
        clearable
        nothingFoundMessage={t`No matching users`}
        data={[...people].map(([value, label]) => ({ value, label }))}
        value={owner?.id ?? null}
        onChange={(id) => editable.save(id ? { id, name: people.get(id) ?? '' } : null)}
      />
      <FieldNotice editable={editable} show={(each) => each?.name} />
    </div>
  )
}

/** The source: one in use, or a new one. */
export function SourceField({ subject, autoFocus }: FieldProps) {
  const can = subject.application?.can
  const editable = useEditableField(subject, applicationFields.source())
  const { data } = useQuery({ ...facetsQuery, enabled: can?.edit === true })
  const list = useListOnDemand()
  const [typed, setTyped] = useState<Typed>(null)
  if (!can?.edit) return editable.value ?? emptyValue
  const save = (text: string) => {
    setTyped(null)
    editable.save(text.trim() || null, typed ? typed.base : editable.value)
  }
  return (
    <div className={classes.stack}>
      <Autocomplete
        {...list}
        aria-label={editable.label}
        autoFocus={autoFocus ?? false}
        classNames={field}
        placeholder={t`None`}
        maxLength={applicationLengths.source}
        data={data?.sources ?? []}
        value={typed?.text ?? editable.value ?? ''}
        onChange={(text) => setTyped({ text, base: typed ? typed.base : editable.value })}
        onOptionSubmit={save}
        onBlur={() => typed && save(typed.text)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(null)
          // The combobox itself handles Enter on an option.
          const choosing = event.currentTarget.getAttribute('aria-activedescendant')
          if (event.key === 'Enter' && typed && !choosing) save(typed.text)
        }}
      />
      <FieldNotice editable={editable} show={(each) => each} />
    </div>
  )
}

interface TagListProps extends FieldProps {
  kind: FieldDefinition<string[]>
  canEdit: boolean
}

function TagList({ subject, kind, canEdit, autoFocus }: TagListProps) {
  const editable = useEditableField(subject, kind)
  const { data } = useQuery({ ...facetsQuery, enabled: canEdit })
  const list = useListOnDemand()
  const tags = editable.value
  if (!canEdit) return tags.join(', ') || emptyValue
  return (
    <div className={classes.stack}>
      <TagsInput
        {...list}
        aria-label={editable.label}
        autoFocus={autoFocus ?? false}
        classNames={{ ...field, pill: classes.pill, inputField: classes.tagInput }}
        placeholder={tags.length === 0 ? t`None` : undefined}
        maxTags={50}
        maxLength={40}
        acceptValueOnBlur
        data={data?.tags ?? []}
        value={[...tags]}
        onChange={(next) => editable.save(next)}
      />
      <FieldNotice editable={editable} show={(each) => each.join(', ')} />
    </div>
  )
}

export function TagsField(props: FieldProps) {
  const canEdit = props.subject.application?.can.edit === true
  return <TagList {...props} kind={applicationFields.tags()} canEdit={canEdit} />
}

/** The tags of the person, which all their applications share. */
export function PersonTagsField(props: FieldProps) {
  return <TagList {...props} kind={personTagsField()} canEdit={props.subject.candidate.can.edit} />
}

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { listEmptiedValues, listFieldChanges, undoFieldChange } from '@muster/contract/field-changes.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/query.ts'
import { formatDateTime } from '../../ui/format.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import type { CustomField, FieldType } from '../custom-field.ts'
import { fieldTypes } from '../field-types.tsx'
import classes from './field-changes.module.css'
import { fieldsChanged } from './fields-query.ts'
import { UnfitRows } from './unfit-rows.tsx'

type FieldChange = ResponseOf<typeof listFieldChanges>['items'][number]

function changeText({ kind, undoes, from, to }: FieldChange): string {
  if (kind === 'merge') return undoes ? t`Took back the merge of ${to}` : t`Merged ${from} into ${to}`
  const [before, after] = [from, to].map((type) => t(fieldTypes[type as FieldType].label))
  return t`${before ?? ''} → ${after ?? ''}`
}

function countText({ state, changed, emptied }: FieldChange): string {
  if (state === 'waiting') return t`The values are being changed`
  const values = plural(changed, { one: '# value changed', other: '# values changed' })
  return emptied > 0 ? t`${values}, ${plural(emptied, { one: '# emptied', other: '# emptied' })}` : values
}

function EmptiedValues({ field, change }: { field: CustomField; change: FieldChange }) {
  const { data, error } = useQuery(
    endpointQuery(listEmptiedValues, { params: { id: field.id, changeId: change.id } }),
  )
  if (error) return <p className={classes.note}>{error.message}</p>
  return <UnfitRows subject={field.subject} rows={data?.items ?? []} total={change.emptied} />
}

function Change({ field, change }: { field: CustomField; change: FieldChange }) {
  const [shown, setShown] = useState(false)
  const text = changeText(change)
  const undo = useMutation({
    mutationFn: () => call(undoFieldChange, { params: { id: field.id, changeId: change.id } }),
    onSuccess: () => {
      void fieldsChanged()
      toast(t`Undoing the change of “${field.label}”`)
    },
    onError: (error) => toastError(error, t`Change not undone`),
  })
  return (
    <li className={classes.change}>
      <span className={classes.changeHead}>
        <span>{text}</span>
        {change.undoableUntil && (
          <Button
            size="compact-sm"
            variant="default"
            loading={undo.isPending}
            aria-label={t`Undo ${text}`}
            onClick={() => undo.mutate()}
          >
            <Trans>Undo</Trans>
          </Button>
        )}
      </span>
      <span className={classes.caption}>
        {[change.by, formatDateTime(change.at), change.state === 'undone' ? t`undone` : countText(change)]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {change.emptied > 0 && change.state === 'done' && (
        <>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-expanded={shown}
            style={{ alignSelf: 'start' }}
            onClick={() => setShown(!shown)}
          >
            {shown ? t`Hide emptied values` : t`Show emptied values`}
          </Button>
          {shown && <EmptiedValues field={field} change={change} />}
        </>
      )}
    </li>
  )
}

/** The changes of a field's type and its merged options, the last of which can be undone. Nothing while there are none. */
export function FieldHistory({ field }: { field: CustomField }) {
  const { data } = useQuery(endpointQuery(listFieldChanges, { params: { id: field.id } }))
  if (!data || data.items.length === 0) return null
  return (
    <section className={classes.history} aria-label={t`Changes of type and options`}>
      <h3>
        <Trans>Changes of type and options</Trans>
      </h3>
      <ul className={classes.changes}>
        {data.items.map((change) => (
          <Change key={change.id} field={field} change={change} />
        ))}
      </ul>
    </section>
  )
}

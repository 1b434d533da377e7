import { t } from '@lingui/core/macro'
import { VisuallyHidden } from '@mantine/core'
import { orderCustomFields } from '@muster/contract/custom-fields.ts'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { useReorder } from '../../statuses/editor/use-reorder.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import type { CustomField, FieldSubject } from '../custom-field.ts'
import { FieldRow } from './field-row.tsx'
import { countedFieldsQuery, fieldsChanged } from './fields-query.ts'
import classes from './fields-section.module.css'

/** Shows and saves an order. Returns whether it was saved. */
async function saveOrder(subject: FieldSubject, ids: readonly string[]): Promise<boolean> {
  const { queryKey } = countedFieldsQuery(subject)
  const before = queryClient.getQueryData(queryKey)
  const items = ids.flatMap((id) => before?.items.find((field) => field.id === id) ?? [])
  queryClient.setQueryData(queryKey, { items })
  try {
    await call(orderCustomFields, { body: { subject, ids: [...ids] } })
    return true
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    toastError(error, t`Not moved`)
    return false
  } finally {
    void fieldsChanged()
  }
}

interface FieldListProps {
  subject: FieldSubject
  fields: readonly CustomField[]
}

/** The fields in their order, which is that of records and forms too. */
export function FieldList({ subject, fields }: FieldListProps) {
  const [announcement, announce] = useState('')
  const list = useRef<HTMLOListElement>(null)

  async function move(id: string, to: number) {
    const before = fields.map((field) => field.id)
    const from = before.indexOf(id)
    const label = fields[from]?.label
    if (!label || to < 0 || to >= before.length || to === from) return
    const next = before.toSpliced(from, 1).toSpliced(to, 0, id)
    announce(t`${label} is now ${to + 1} of ${before.length}`)
    if (await saveOrder(subject, next)) toast(t`Moved ${label}`, () => void saveOrder(subject, before))
  }

  const items = fields.map(({ id, label }) => ({ id, name: label }))
  const reorder = useReorder({ list, items, onMove: (id, to) => void move(id, to), announce })
  return (
    <>
      <ol ref={list} className={classes.list} data-carrying={reorder.heldId !== null || undefined}>
        {fields.map((field, index) => (
          <FieldRow
            key={field.id}
            field={field}
            held={field.id === reorder.heldId}
            style={reorder.rowStyle(index)}
            handleProps={reorder.handleProps(field.id)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  )
}

import { t } from '@lingui/core/macro'
import { getPosition, listPositions, updatePosition } from '@muster/contract/positions.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { FactList } from '../applications/fields/fact-list.tsx'
import { useInlineEdit } from '../applications/fields/use-inline-edit.ts'
import { CustomFact, customFactGroups, inlineField } from '../custom-fields/custom-fact.tsx'
import type { CustomField, Draft } from '../custom-fields/custom-field.ts'
import { useCustomFields } from '../custom-fields/custom-fields-query.ts'
import { Section } from '../ui/section.tsx'
import type { PositionDetails } from './position-state.ts'

interface PositionFactProps {
  position: PositionDetails
  field: CustomField
  canEdit: boolean
  added: boolean
}

function PositionFact({ position, field, canEdit, added }: PositionFactProps) {
  const params = { id: position.id }
  const query = endpointQuery(getPosition, { params })
  const inline = inlineField<PositionDetails>(field, (now) => now.customFields)
  const editable = useInlineEdit<PositionDetails, Draft>({
    ...inline,
    scope: `position ${position.id}`,
    subject: position,
    latest: () => queryClient.getQueryData(query.queryKey) ?? position,
    reload: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    send: (draft, { version }) =>
      call(updatePosition, { params, body: { customFields: inline.send(draft), version } }),
    show: (changed) => {
      queryClient.setQueryData(query.queryKey, changed)
      void invalidate(listPositions)
    },
  })
  return <CustomFact field={field} editable={editable} canEdit={canEdit} added={added} />
}

/** The custom fields of a position, edited in place. Nothing while the workspace has none. */
export function PositionDetailsSection({ position }: { position: PositionDetails }) {
  const fields = useCustomFields('position')
  const [added, setAdded] = useState<string | null>(null)
  if (fields.length === 0) return null
  const groups = customFactGroups(
    fields,
    position.customFields,
    { title: t`Details`, canEdit: position.can.edit, prefix: 'custom' },
    (field, canEdit, isAdded) => (
      <PositionFact position={position} field={field} canEdit={canEdit} added={isAdded} />
    ),
  )
  return (
    <Section title={t`Details`}>
      <FactList groups={groups} added={added} onAdd={setAdded} />
    </Section>
  )
}

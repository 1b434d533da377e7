import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getPosition, listPositions, updatePosition } from '@muster/contract/positions.ts'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { confirm } from '../ui/confirm.tsx'
import { showFormError } from '../ui/form-error.ts'
import { LinkButton } from '../ui/link.tsx'
import { Section, Sections } from '../ui/section.tsx'
import { toast } from '../ui/toast.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { PositionFields } from './position-fields.tsx'
import classes from './position-form.module.css'
import { changedFields, type PositionField, toBody, toValues, validatePosition } from './position-form.ts'
import type { PositionDetails } from './position-state.ts'
import { StatusesEditor } from './statuses-editor.tsx'

const route = getRouteApi('/positions/$id/edit')

/** The form of a position, what it was filled from, and what became of that when somebody else saves first. */
function useEdit(position: PositionDetails) {
  const { queryKey } = endpointQuery(getPosition, { params: { id: position.id } })
  // What the person has before their eyes; what the server has may be newer.
  const [base, setBase] = useState(position)
  const form = useForm({ initialValues: toValues(base), validate: validatePosition })
  const dirty = form.isDirty()
  const newer = position.version > base.version ? position : null

  function take(next: PositionDetails, fields: readonly PositionField[]) {
    const theirs = toValues(next)
    const taken = Object.fromEntries(fields.map((field) => [field, theirs[field]]))
    form.setInitialValues(theirs)
    form.setValues(taken)
    setBase(next)
  }

  const save = useMutation({
    mutationFn: (version: number) =>
      call(updatePosition, { params: { id: position.id }, body: { ...toBody(form.values), version } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      take(saved, changedFields(base, saved))
      void invalidate(listPositions)
      toast('Position saved')
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') void invalidate(getPosition)
      else showFormError(form, error, 'Position not saved')
    },
  })

  // With nothing changed here, what others changed is simply shown.
  useEffect(() => {
    if (newer && !dirty) take(newer, changedFields(base, newer))
  })
  return { base, form, dirty, newer: dirty ? newer : null, take, save }
}

/** Edits a position, and below it the statuses of its board, which are kept as each is changed. */
export function EditPositionPage() {
  const params = route.useParams()
  const { data: position } = useSuspenseQuery(endpointQuery(getPosition, { params }))
  const { base, form, dirty, newer, take, save } = useEdit(position)
  useBlocker({
    shouldBlockFn: async () =>
      form.isDirty() &&
      !(await confirm({
        title: 'Leave without saving?',
        text: `What you changed of ${position.name} would be lost.`,
        action: 'Leave',
      })),
    enableBeforeUnload: dirty,
  })

  return (
    <Page
      title="Edit position"
      subtitle={`· ${position.name}`}
      actions={
        <LinkButton to="/positions/$id" params={params} variant="default">
          Done
        </LinkButton>
      }
    >
      <Sections>
        <form onSubmit={form.onSubmit(() => save.mutate(base.version))} noValidate>
          <Section title="Position">
            {newer && (
              <ChangedMeanwhile
                before={base}
                now={newer}
                onTake={() => take(newer, changedFields(base, newer))}
                onKeep={() => save.mutate(newer.version)}
              />
            )}
            <PositionFields form={form} known={position} />
            <div className={classes.buttons}>
              {dirty && (
                <Button variant="subtle" color="gray" onClick={() => form.reset()}>
                  Discard changes
                </Button>
              )}
              <Button type="submit" loading={save.isPending} disabled={!dirty || !position.can.edit}>
                Save
              </Button>
            </div>
          </Section>
        </form>
        <StatusesEditor position={position} />
      </Sections>
    </Page>
  )
}

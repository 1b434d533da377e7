import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { getCompany } from '@muster/contract/companies.ts'
import { getPosition, listPositions, updatePosition } from '@muster/contract/positions.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { ChangedMeanwhile } from '../ui/changed-meanwhile.tsx'
import { LinkButton } from '../ui/link.tsx'
import { Section, Sections } from '../ui/section.tsx'
import { toast } from '../ui/toast.tsx'
import { useVersionedForm } from '../ui/use-versioned-form.ts'
import { BoardPreview } from './board-preview.tsx'
import { type OpenApplications, showPositionClosed } from './close-position.ts'
import { useIsAddingCompany } from './company-select.tsx'
import { usePositionDifferences } from './position-differences.ts'
import { PositionFields } from './position-fields.tsx'
import classes from './position-form.module.css'
import { type PositionValues, toChanges, toValues, validateExisting } from './position-form.ts'
import { openApplications, type PositionDetails } from './position-state.ts'
import { StatusesEditor } from './statuses-editor.tsx'

const ClosePositionDialog = lazy(() =>
  import('./close-position-dialog.tsx').then((module) => ({ default: module.ClosePositionDialog })),
)

const route = getRouteApi('/positions/$id/edit')

function EditForm({ position }: { position: PositionDetails }) {
  const params = { id: position.id }
  const [asking, setAsking] = useState({ opened: false, send: () => {} })
  // For the save that closes the position.
  const chosen = useRef<OpenApplications>(undefined)
  const addingCompany = useIsAddingCompany()
  const stopAsking = () => setAsking((asked) => ({ ...asked, opened: false }))
  const edit = useVersionedForm<PositionDetails, PositionValues>({
    entity: position,
    toValues,
    validate: validateExisting,
    save: async (values, version) => {
      const body = { ...toChanges(values, toValues(position)), version, openApplications: chosen.current }
      const saved = await call(updatePosition, { params, body }).finally(stopAsking)
      if (chosen.current) showPositionClosed(saved, position.state)
      else toast(t`Position saved`)
      return saved
    },
    onSaved: (saved) => {
      queryClient.setQueryData(endpointQuery(getPosition, { params }).queryKey, saved)
      void invalidate(listPositions)
    },
    onStale: () => void invalidate(getPosition),
    failed: () => t`Position not saved`,
  })
  const { form, dirty, newer, changed } = edit
  const { values } = form
  const differencesOf = usePositionDifferences(edit.base, values)
  const company = useQuery({
    ...endpointQuery(getCompany, { params: { id: values.companyId ?? '' } }),
    enabled: values.companyId !== null && values.companyId !== position.company.id,
  })
  useUnsavedGuard(dirty, position.name)
  const closes = values.state === 'closed' && position.state !== 'closed' && openApplications(position) > 0
  const save = (send: () => void) => {
    chosen.current = undefined
    if (closes) setAsking({ opened: true, send })
    else send()
  }
  return (
    <>
      <BoardPreview
        name={values.name}
        company={company.data?.name ?? position.company.name}
        openings={Number(values.openings) || 1}
        stages={position.statuses}
      />
      <div className={classes.halves}>
        <form onSubmit={form.onSubmit(() => save(edit.submit))} noValidate>
          <Section title={t`Position`}>
            {newer && (
              <ChangedMeanwhile
                key={newer.version}
                title={t`Someone else changed this position while you were editing`}
                differences={differencesOf(newer, changed)}
                saving={edit.saving}
                onTake={(fields) => edit.take(newer, fields)}
                onSave={(fields) => save(() => edit.submitWith(fields))}
              />
            )}
            <PositionFields form={form} known={position} />
            <div className={classes.buttons}>
              {dirty && (
                <Button variant="subtle" color="gray" onClick={() => form.reset()}>
                  <Trans>Discard changes</Trans>
                </Button>
              )}
              <Button
                type="submit"
                loading={edit.saving || addingCompany}
                disabled={!dirty || newer !== null || !position.can.edit}
              >
                <Trans>Save</Trans>
              </Button>
            </div>
          </Section>
        </form>
        <StatusesEditor position={position} />
      </div>
      <Suspense>
        {closes && (
          <ClosePositionDialog
            position={position}
            opened={asking.opened}
            pending={edit.saving}
            onCancel={stopAsking}
            onConfirm={(openApplications) => {
              chosen.current = openApplications
              asking.send()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** Edits a position and, beside it, the statuses of its board, which save on each change. */
export function EditPositionPage() {
  const params = route.useParams()
  const { data: position } = useSuspenseQuery(endpointQuery(getPosition, { params }))
  return (
    <Page
      title={t`Edit position`}
      subtitle={position.name}
      actions={
        <LinkButton to="/positions/$id" params={params} variant="default">
          <Trans>Done</Trans>
        </LinkButton>
      }
    >
      <Sections wide>
        <EditForm key={position.id} position={position} />
      </Sections>
    </Page>
  )
}

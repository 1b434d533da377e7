import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import type { DispositionKind } from '@muster/contract/dispositions.ts'
import { IconTrash } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { applicationQuery } from '../applications/application-query.ts'
import { candidateQuery } from '../applications/fields/subject.ts'
import { applicationsOf, inOrder } from '../applications/record/application-tabs.tsx'
import { PersonRecord, type RecordProps } from '../applications/record/record.tsx'
import { RecordCrumb } from '../applications/record/record-crumb.tsx'
import { useNeighbours } from '../applications/record/use-neighbours.ts'
import { Page } from '../layout/page.tsx'
import { PrivacyItems } from '../privacy/privacy-items.tsx'
import { usePermission } from '../session/session.ts'
import { printInLightTheme } from '../theme/print-theme.ts'
import { firstApplication } from './first-application.ts'
import { useDeleteCandidate } from './use-delete-candidate.ts'

const route = getRouteApi('/candidates/$id')

const EraseDialog = lazy(() =>
  import('../privacy/erase-dialog.tsx').then((module) => ({ default: module.EraseDialog })),
)

type SharedProps = Omit<RecordProps, 'subject' | 'resumeFile' | 'applications'>

/** The record with one of the person's applications. */
function WithApplication({ id, ...props }: SharedProps & { id: string }) {
  const { data: application } = useSuspenseQuery(applicationQuery(id))
  return (
    <PersonRecord
      {...props}
      subject={{ candidate: application.candidate, application }}
      resumeFile={application.resumeFile}
      applications={applicationsOf(application)}
    />
  )
}

function DeleteItem({ person }: { person: { id: string; name: string } }) {
  const remove = useDeleteCandidate(person)
  return (
    <Menu.Item
      leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
      disabled={remove.isPending}
      onClick={() => remove.mutate()}
    >
      <Trans>Delete candidate</Trans>
    </Menu.Item>
  )
}

/** The page of a candidate: their record, with the application chosen or the one that matters most. */
export function CandidatePage() {
  const { id } = route.useParams()
  const { application, ...view } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: candidate } = useSuspenseQuery(candidateQuery(id))
  const mayErase = usePermission('privacy:manage')
  const [isErasing, setErasing] = useState(false)
  const { go, back } = useNeighbours(id, '/candidates/$id')
  useEffect(printInLightTheme, [])
  const applicationId = firstApplication(candidate.applications, application)
  const props: SharedProps = {
    view,
    onView: (change) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true }),
    onShow: (other) => void navigate({ search: { application: other }, replace: true }),
    level: 1,
    onGo: go,
    onBack: back,
    handlesSteps: true,
    personItems: (candidate.can.delete || mayErase) && (
      <>
        {candidate.can.delete && <DeleteItem person={candidate} />}
        {mayErase && <PrivacyItems candidateId={candidate.id} onErase={() => setErasing(true)} />}
      </>
    ),
  }
  return (
    <Page title={candidate.name} fill breadcrumb={<RecordCrumb id={id} of="candidates" onGo={go} />}>
      {applicationId ? (
        <WithApplication {...props} id={applicationId} />
      ) : (
        <PersonRecord
          {...props}
          subject={{ candidate, application: null }}
          resumeFile={candidate.resumeFile}
          applications={inOrder(
            candidate.applications.map((each) => ({
              ...each,
              disposition: each.disposition as DispositionKind | null,
            })),
          )}
        />
      )}
      <Suspense>
        {isErasing && (
          <EraseDialog
            person={candidate}
            onClose={() => setErasing(false)}
            onErased={() => void navigate({ to: '/candidates', ignoreBlocker: true })}
          />
        )}
      </Suspense>
    </Page>
  )
}

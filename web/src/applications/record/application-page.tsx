import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Page } from '../../layout/page.tsx'
import { Viewers } from '../../live/viewers.tsx'
import { printInLightTheme } from '../../theme/print-theme.ts'
import { applicationQuery } from '../application-query.ts'
import { applicationsOf } from './application-tabs.tsx'
import { replaceInOrigin } from './origin.ts'
import { PersonRecord } from './record.tsx'
import { RecordCrumb } from './record-crumb.tsx'
import { useNeighbours } from './use-neighbours.ts'

const route = getRouteApi('/applications/$id')

/** The page of an application: the record of its person. */
export function ApplicationPage() {
  const { id } = route.useParams()
  const view = route.useSearch()
  const navigate = route.useNavigate()
  const { data: application } = useSuspenseQuery(applicationQuery(id))
  const { candidate, deletedAt } = application
  const { go, back } = useNeighbours(id, '/applications/$id')
  useEffect(printInLightTheme, [])
  return (
    <Page
      title={candidate.name}
      fill
      breadcrumb={<RecordCrumb id={id} of="applications" onGo={go} />}
      actions={deletedAt === null && <Viewers subject={{ type: 'application', id }} />}
    >
      <PersonRecord
        subject={{ candidate, application }}
        resumeFile={application.resumeFile}
        applications={applicationsOf(application)}
        onShow={(other) => {
          replaceInOrigin(id, other)
          void navigate({ to: '/applications/$id', params: { id: other }, replace: true })
        }}
        view={view}
        onView={(change) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true })}
        level={1}
        onGo={go}
        onBack={back}
        handlesSteps
      />
    </Page>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { memo, type Ref } from 'react'
import { useInTurn } from '../ui/use-in-turn.ts'
import type { ActivityFilter } from './activity-query.ts'
import { ActivityTimeline } from './activity-timeline.tsx'
import { ApplicationFacts } from './application-facts.tsx'
import classes from './application-page.module.css'
import { type ApplicationDetails, applicationQuery } from './application-query.ts'
import { ContactSection } from './contact-section.tsx'
import { FilesSection } from './files-section.tsx'
import { OtherApplications, SummarySection } from './more-sections.tsx'
import { PossibleDuplicates } from './possible-duplicates.tsx'
import { ResumeSection } from './resume-section.tsx'

const route = getRouteApi('/applications/$id')

interface ApplicationBodyProps {
  id: string
  /** What the timeline is narrowed to. */
  filter: ActivityFilter
  /** The entry the address leads to. */
  entry: string | undefined
  commentRef: Ref<HTMLTextAreaElement>
}

/** What one looks at last, some of it with each picture, so that a key held down comes through in between. */
function MoreSections({
  application,
  onFile,
}: {
  application: ApplicationDetails
  onFile: (file: string) => void
}) {
  const sections = [
    <ApplicationFacts key="facts" application={application} />,
    <SummarySection key="summary" id={application.id} />,
    <ResumeSection key="resume" application={application} onOpen={onFile} />,
    <FilesSection key="files" application={application} onOpen={onFile} />,
    <PossibleDuplicates key="duplicates" candidateId={application.candidate.id} />,
    <OtherApplications key="others" application={application} />,
  ]
  return sections.slice(0, useInTurn(sections.length, 1))
}

/**
 * Everything below the header, with the application read by itself: from one to the next the header goes ahead, while
 * a change of this one shows here at once.
 */
export const ApplicationBody = memo(function ApplicationBody(props: ApplicationBodyProps) {
  const { id, filter, entry, commentRef } = props
  const { data: application } = useSuspenseQuery(applicationQuery(id))
  const navigate = route.useNavigate()
  const openFile = (file: string) => void navigate({ search: (now) => ({ ...now, file }), replace: true })
  return (
    <>
      <div className={classes.activity}>
        <ActivityTimeline
          application={application}
          filter={filter}
          onFilter={(next) =>
            void navigate({
              search: (now) => ({ ...now, activity: next === 'all' ? undefined : next }),
              replace: true,
            })
          }
          entry={entry}
          onFile={openFile}
          commentRef={commentRef}
        />
      </div>
      <div className={classes.contactArea} key={`${id} contact`}>
        <ContactSection application={application} />
      </div>
      <div className={classes.more} key={`${id} more`}>
        <MoreSections application={application} onFile={openFile} />
      </div>
    </>
  )
})

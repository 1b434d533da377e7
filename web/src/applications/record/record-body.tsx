import { t } from '@lingui/core/macro'
import { lazy, type Ref, Suspense } from 'react'
import { usePermission } from '../../session/session.ts'
import { useIsStaff } from '../../session/use-is-staff.ts'
import type { ApplicationDetails } from '../application-query.ts'
import type { Subject } from '../fields/subject.ts'
import { Documents } from '../files/documents.tsx'
import { ActivityTimeline } from '../timeline/activity-timeline.tsx'
import { Facts } from './facts.tsx'
import { PossibleDuplicates } from './possible-duplicates.tsx'
import classes from './record.module.css'
import type { RecordView } from './record-view.ts'
import { mayBeShared } from './submission-queries.ts'
import { SubmissionSection } from './submission-section.tsx'
import { SummarySection } from './summary-section.tsx'

const ConsentSection = lazy(() =>
  import('../../consents/consent-section.tsx').then((module) => ({
    default: module.ConsentSection,
  })),
)
const MergesSection = lazy(() =>
  import('../../candidates/merges-section.tsx').then((module) => ({ default: module.MergesSection })),
)

export type Panel = 'documents' | 'activity' | 'facts'

/** On a phone one panel is shown at a time; elsewhere all of them are, and there are no tabs. */
function PanelTabs({ panel, onPanel }: { panel: Panel; onPanel: (panel: Panel) => void }) {
  const panels = { documents: t`Résumé`, activity: t`History`, facts: t`Details` }
  return (
    <fieldset className={classes.panels} aria-label={t`Record sections`}>
      {(Object.keys(panels) as Panel[]).map((each) => (
        <button key={each} type="button" aria-pressed={each === panel} onClick={() => onPanel(each)}>
          {panels[each]}
        </button>
      ))}
    </fieldset>
  )
}

interface RecordBodyProps {
  subject: Subject
  /** The résumé of the application, else of the person. */
  resumeFile: ApplicationDetails['resumeFile']
  view: RecordView
  onView: (change: RecordView) => void
  panel: Panel
  onPanel: (panel: Panel) => void
  commentRef: Ref<HTMLTextAreaElement>
  added: string | null
  onAdd: (key: string) => void
}

/** Shows facts, résumé and history side by side, or one at a time on a phone. */
export function RecordBody({
  subject,
  resumeFile,
  view,
  onView,
  panel,
  onPanel,
  commentRef,
  added,
  onAdd,
}: RecordBodyProps) {
  const { candidate, application } = subject
  const maySeeFiles = usePermission('contacts:read')
  const isStaff = useIsStaff()
  const mayReadCandidates = usePermission('candidates:read')
  const shown = panel === 'documents' && !maySeeFiles ? 'activity' : panel
  const openFile = (file: string | undefined) => {
    onPanel('documents')
    onView({ file })
  }
  return (
    <div className={classes.body} data-panel={shown} data-files={maySeeFiles || undefined}>
      <PanelTabs panel={shown} onPanel={onPanel} />
      <div className={classes.facts}>
        <Facts subject={subject} added={added} onAdd={onAdd}>
          {mayReadCandidates && candidate.deletedAt === null && (
            <PossibleDuplicates candidateId={candidate.id}>
              <Suspense>
                {isStaff && <ConsentSection candidate={candidate} />}
                <MergesSection candidateId={candidate.id} />
              </Suspense>
            </PossibleDuplicates>
          )}
        </Facts>
      </div>
      {maySeeFiles && (
        <div className={classes.documents}>
          <Documents subject={subject} resumeFile={resumeFile} fileId={view.file} onFile={openFile}>
            {application && <SummarySection id={application.id} />}
          </Documents>
        </div>
      )}
      <div className={classes.activity}>
        {application && mayBeShared.has(application.status.type) && (
          <SubmissionSection application={application} />
        )}
        <ActivityTimeline
          candidateId={candidate.id}
          application={application}
          filter={view.activity ?? 'all'}
          onFilter={(filter) => onView({ activity: filter === 'all' ? undefined : filter })}
          entry={view.entry}
          onFile={openFile}
          commentRef={commentRef}
        />
      </div>
    </div>
  )
}

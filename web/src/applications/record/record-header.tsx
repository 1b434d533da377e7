import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import type { StatusType } from '@muster/contract/status-types.ts'
import { IconDots, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { quietText } from '../../calls/calling-hours.ts'
import { usePermission } from '../../session/session.ts'
import { StatusBadge } from '../../statuses/status-badge.tsx'
import { formatTimesOfDay } from '../../ui/format.ts'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import type { ApplicationDetails } from '../application-query.ts'
import type { Candidate } from '../fields/subject.ts'
import { useRefusals } from '../move-menu.tsx'
import { TimeInStatus } from '../time-in-status.tsx'
import { ApplicationTabs } from './application-tabs.tsx'
import { isCallNext, NextStep } from './next-step.tsx'
import type { RecordProps } from './record.tsx'
import { RecordActions, type RecordActionsProps } from './record-actions.tsx'
import classes from './record-header.module.css'
import { StageBar } from './stage-bar.tsx'
import { StageHistory } from './stage-history.tsx'

interface TheirTimeProps {
  callable: ApplicationDetails['callable']
  /** It is not the time for their next call. */
  warns: boolean
}

/** Their local time, with why they should not be called now. */
function TheirTime({ callable, warns }: TheirTimeProps) {
  const localTime = callable.localTime && formatTimesOfDay(callable.localTime)
  const time = localTime && <Trans>{localTime} local time</Trans>
  if (!warns) return time
  return (
    <span className={classes.quiet}>
      {time}
      {time && ' · '}
      {quietText(callable)}
    </span>
  )
}

/** Where the person lives, their local time and their job. */
function About({ candidate, application }: { candidate: Candidate; application: ApplicationDetails | null }) {
  const { location, currentTitle: title, currentCompany: employer } = candidate
  const job = title && employer ? t`${title} at ${employer}` : (title ?? employer)
  const callable = application?.callable
  const warns = application?.callable.quiet === true && isCallNext(application)
  const time = callable?.may && (callable.localTime || warns) && (
    <TheirTime callable={callable} warns={warns} />
  )
  const parts = [location, time, job].filter(Boolean)
  return (
    <p className={classes.about}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three parts in a fixed order
        <span key={index}>
          {index > 0 && ' · '}
          {part}
        </span>
      ))}
    </p>
  )
}

/** The stage bar; of a column too narrow for all names, only the current one is named. */
function Standing({ application, onMove }: Pick<RecordActionsProps, 'application' | 'onMove'>) {
  const { can, whyNot, status, enteredStatusAt, dueAt, closedAt } = application
  const refusal = useRefusals()
  const refused = (type: StatusType) => {
    if (type === 'closed' && !closedAt) return can.close ? undefined : whyNot.close
    return can.move ? refusal(type) : (whyNot.move ?? t`This application cannot be moved`)
  }
  return (
    <div className={classes.standing}>
      <StageBar application={application} refusal={({ status: to }) => refused(to.type)} onMove={onMove} />
      <p className={classes.current}>
        <StatusBadge status={status} />
        {!closedAt && (
          <span className={classes.caption}>
            <TimeInStatus since={enteredStatusAt} dueAt={dueAt} limitDays={status.slaDays} />
          </span>
        )}
      </p>
      <StageHistory application={application} />
    </div>
  )
}

/** What can be done with a person without an application. */
function PersonActions({
  candidate,
  onRename,
  personItems,
}: {
  candidate: Candidate
  onRename: () => void
  personItems: ReactNode
}) {
  const mayAdd = usePermission('applications:write')
  return (
    <div className={classes.actions}>
      {(candidate.can.edit || personItems) && (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon aria-label={t`More actions`}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {candidate.can.edit && (
              <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onRename}>
                <Trans>Change name</Trans>
              </Menu.Item>
            )}
            {personItems}
          </Menu.Dropdown>
        </Menu>
      )}
      {mayAdd && (
        <LinkButton to="/applications/create" search={{ candidateId: candidate.id }}>
          <Trans>Add to position</Trans>
        </LinkButton>
      )}
    </div>
  )
}

type WithApplication = RecordProps & RecordActionsProps
type WithoutApplication = RecordProps & { application: null; onRename: () => void }

/** The top of a record: who it is, their applications, where they stand, what comes next, and the actions. */
export function RecordHeader(props: (WithApplication | WithoutApplication) & { children?: ReactNode }) {
  const { subject, applications, onShow, level, application, personItems, children } = props
  const { candidate } = subject
  const mayReadCandidates = usePermission('candidates:read')
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <header className={classes.header}>
      {children}
      <div className={classes.top}>
        <div className={classes.who}>
          <Heading className={classes.name}>
            {mayReadCandidates && candidate.deletedAt === null ? (
              <TextLink to="/candidates/$id" params={{ id: candidate.id }} inherit c="var(--ink)">
                {candidate.name}
              </TextLink>
            ) : (
              candidate.name
            )}
          </Heading>
          <About candidate={candidate} application={application} />
        </div>
        {props.application ? (
          <RecordActions {...(props as WithApplication)} />
        ) : (
          <PersonActions candidate={candidate} onRename={props.onRename} personItems={personItems} />
        )}
      </div>
      {applications.length > 0 && (
        <ApplicationTabs
          candidateId={candidate.deletedAt === null ? candidate.id : null}
          applications={applications}
          shownId={application?.id}
          onShow={onShow}
        />
      )}
      {props.application && (
        <>
          <Standing application={props.application} onMove={props.onMove} />
          <NextStep application={props.application} />
        </>
      )}
    </header>
  )
}

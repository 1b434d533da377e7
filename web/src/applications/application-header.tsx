import { t } from '@lingui/core/macro'
import type { StatusType } from '@muster/contract/status-types.ts'
import { usePermission } from '../session/session.ts'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { dispositionLabels } from '../texts/contract-words.ts'
import { formatDay } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import classes from './application-page.module.css'
import type { ApplicationDetails } from './application-query.ts'
import { HeaderActions, type HeaderActionsProps } from './header-actions.tsx'
import { useRefusals } from './move-menu.tsx'
import { StageBar } from './stage-bar.tsx'
import { TimeHere } from './time-here.tsx'

/** How long it has been where it is: what the bar of statuses says on the screen, for paper. */
function StandingOnPaper({ application }: { application: ApplicationDetails }) {
  const { status, enteredStatusAt, dueAt } = application
  return (
    <div className={classes.onPaper}>
      <StatusBadge status={status} />
      <span className={classes.caption}>
        <TimeHere since={enteredStatusAt} dueAt={dueAt} limitDays={status.slaDays} />
      </span>
    </div>
  )
}

/** How it ended, why, and who decided it from where. */
function Ended({ application }: { application: ApplicationDetails }) {
  const { dispositionDetails: ended, closedAt, enteredStatusAt } = application
  if (!ended) return <StandingOnPaper application={application} />
  const day = formatDay(closedAt ?? enteredStatusAt)
  const from = ended.status.name
  const who = ended.decidedBy?.name
  return (
    <div className={classes.standing}>
      <span className={classes.ended}>
        {t(dispositionLabels[ended.kind])}
        {ended.reason && `: ${ended.reason.name}`}
      </span>
      <span className={classes.caption}>
        {who ? t`on ${day} by ${who}, from ${from}` : t`on ${day}, from ${from}`}
      </span>
      {ended.note && <p className={classes.note}>{ended.note}</p>}
    </div>
  )
}

/** Who, for what, where it stands and what can be done about it. */
export function ApplicationHeader(props: HeaderActionsProps) {
  const { application, onMove } = props
  const { candidate, position, company, can, whyNot } = application
  const mayReadCandidates = usePermission('candidates:read')
  const refusal = useRefusals()
  const refused = (type: StatusType) => {
    if (type === 'closed' && !application.closedAt) return can.close ? undefined : whyNot.close
    return can.move ? refusal(type) : (whyNot.move ?? t`It cannot be moved`)
  }
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <div className={classes.who}>
          <h1 className={classes.name}>
            {mayReadCandidates ? (
              <TextLink to="/candidates/$id" params={{ id: candidate.id }} inherit c="var(--ink)">
                {candidate.name}
              </TextLink>
            ) : (
              candidate.name
            )}
          </h1>
          <p className={classes.what}>
            <TextLink to="/positions/$id" params={{ id: position.id }} inherit c="var(--ink-2)">
              {position.name}
            </TextLink>
            <span aria-hidden> · </span>
            <TextLink to="/companies/$id" params={{ id: company.id }} inherit c="var(--ink-3)">
              {company.name}
            </TextLink>
          </p>
        </div>
        <HeaderActions {...props} />
      </div>
      <Ended application={application} />
      <StageBar application={application} refusal={({ status }) => refused(status.type)} onMove={onMove} />
    </header>
  )
}

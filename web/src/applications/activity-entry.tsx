import {
  type Icon,
  IconArrowBackUp,
  IconArrowRight,
  IconCircleX,
  IconFileImport,
  IconMail,
  IconMessage,
  IconPaperclip,
  IconPencil,
  IconPhone,
  IconPlus,
  IconRobot,
  IconRotateClockwise,
  IconTrash,
} from '@tabler/icons-react'
import { When } from '../ui/age.tsx'
import { type Call, CallDetails, CallSentence } from './activity-call.tsx'
import { Comment } from './activity-comment.tsx'
import { ActivitySentence } from './activity-sentence.tsx'
import classes from './activity-timeline.module.css'
import { type ActivityKind, type ActivityLog, causeLabels } from './activity-words.ts'

const icons: Record<ActivityKind, Icon> = {
  created: IconPlus,
  imported: IconFileImport,
  moved: IconArrowRight,
  edited: IconPencil,
  comment: IconMessage,
  call: IconPhone,
  email: IconMail,
  file: IconPaperclip,
  disposition: IconCircleX,
  reopened: IconRotateClockwise,
  deleted: IconTrash,
  restored: IconArrowBackUp,
  reverted: IconArrowBackUp,
}

interface ActivityEntryProps {
  applicationId: string
  log: ActivityLog
  call?: Call
}

function Told({ applicationId, log, call }: ActivityEntryProps) {
  if (log.kind === 'comment') return <Comment applicationId={applicationId} log={log} />
  if (log.kind === 'call') {
    return (
      <>
        <p className={classes.sentence}>
          <CallSentence log={log} call={call} />
        </p>
        <CallDetails log={log} call={call} />
      </>
    )
  }
  return (
    <>
      <p className={`${classes.sentence} ${log.revertedAt ? classes.reverted : ''}`}>
        <ActivitySentence log={log} />
      </p>
      {log.body && <p className={classes.text}>{log.body}</p>}
    </>
  )
}

/** One entry of the timeline: what happened, who did it, when and how it came about. */
export function ActivityEntry(props: ActivityEntryProps) {
  const { log, call } = props
  const EntryIcon = call?.agent?.kind === 'voice' ? IconRobot : icons[log.kind]
  const cause = log.kind === 'moved' && log.cause ? causeLabels[log.cause] : undefined
  return (
    <li className={classes.entry}>
      <span className={classes.icon}>
        <EntryIcon size={14} stroke={1.6} aria-hidden />
      </span>
      <div className={classes.body}>
        <Told {...props} />
        <p className={classes.caption}>
          <When at={log.at} />
          {cause && ` · ${cause}`}
          {log.revertedAt && ' · taken back'}
        </p>
      </div>
    </li>
  )
}

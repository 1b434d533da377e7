import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import {
  type Icon,
  IconArrowBackUp,
  IconArrowMerge,
  IconArrowRight,
  IconArrowsSplit,
  IconCircleX,
  IconFileImport,
  IconMail,
  IconMessage,
  IconMessageQuestion,
  IconMessageReply,
  IconPaperclip,
  IconPencil,
  IconPhone,
  IconPlus,
  IconRobot,
  IconRotateClockwise,
  IconShare,
  IconShareOff,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { formatDateTime, formatTime } from '../../ui/format.ts'
import { type Call, CallDetails, CallSentence } from './activity-call.tsx'
import { Comment } from './activity-comment.tsx'
import { ActivitySentence } from './activity-sentence.tsx'
import { type ActivityKind, type ActivityLog, causeLabels } from './activity-text.ts'
import classes from './activity-timeline.module.css'

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
  merged: IconArrowMerge,
  unmerged: IconArrowsSplit,
  shared: IconShare,
  withdrawn: IconShareOff,
  asked: IconMessageQuestion,
  replied: IconMessageReply,
}

interface ActivityEntryProps {
  log: ActivityLog
  call?: Call
  /** Names the application, when it is not the one shown. */
  elsewhere?: boolean
  /** It was added while the timeline was shown. */
  fresh?: boolean
  /** The address links to it. */
  target?: boolean
  ref?: Ref<HTMLLIElement>
  onFile: (fileId: string) => void
}

function FileLink({
  file,
  onFile,
}: { file: NonNullable<ActivityLog['file']> } & Pick<ActivityEntryProps, 'onFile'>) {
  return (
    <Anchor component="button" type="button" className={classes.file} onClick={() => onFile(file.id)}>
      {file.name}
    </Anchor>
  )
}

function EntryContent({ log, call, onFile }: ActivityEntryProps) {
  if (log.kind === 'comment') return <Comment log={log} />
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
      {log.file && <FileLink file={log.file} onFile={onFile} />}
      {log.body && <p className={classes.text}>{log.body}</p>}
    </>
  )
}

/** An entry of the timeline: what happened, who did it, when and how. */
export function ActivityEntry(props: ActivityEntryProps) {
  const { log, call, elsewhere, fresh, target, ref } = props
  const { application } = log
  const EntryIcon = call?.agent?.kind === 'voice' ? IconRobot : icons[log.kind]
  const cause = log.kind === 'moved' && log.cause ? causeLabels[log.cause] : undefined
  return (
    <li
      ref={ref}
      className={classes.entry}
      data-fresh={fresh || undefined}
      data-target={target || undefined}
      tabIndex={target ? -1 : undefined}
    >
      <span className={classes.icon}>
        <EntryIcon size={14} stroke={1.6} aria-hidden />
      </span>
      <div className={classes.body}>
        <EntryContent {...props} />
        <p className={classes.caption}>
          <Link
            to="/applications/$id"
            params={{ id: application.id }}
            search={{ entry: log.id }}
            replace={target !== undefined}
            className={classes.time}
            title={t`Link to this entry`}
          >
            <time dateTime={log.at} title={formatDateTime(log.at)}>
              {formatTime(log.at)}
            </time>
          </Link>
          {cause && ` · ${t(cause)}`}
          {elsewhere && ` · ${application.position.name}`}
          {log.revertedAt && (
            <>
              {' · '}
              <Trans>undone</Trans>
            </>
          )}
        </p>
      </div>
    </li>
  )
}

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
  IconPaperclip,
  IconPencil,
  IconPhone,
  IconPlus,
  IconRobot,
  IconRotateClockwise,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { When } from '../ui/age.tsx'
import { toastError } from '../ui/toast.tsx'
import { saveFile } from '../uploads/open-file.ts'
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
  merged: IconArrowMerge,
  unmerged: IconArrowsSplit,
}

interface ActivityEntryProps {
  applicationId: string
  log: ActivityLog
  call?: Call
  /** It came while the timeline was shown. */
  fresh?: boolean
  /** The address leads to it. */
  target?: boolean
  ref?: Ref<HTMLLIElement>
  /** Opens a file where it can be looked at; without it the file is saved. */
  onFile?: (fileId: string) => void
}

function FileLink({
  file,
  onFile,
}: { file: NonNullable<ActivityLog['file']> } & Pick<ActivityEntryProps, 'onFile'>) {
  const open = () => {
    if (onFile) onFile(file.id)
    else void saveFile(file).catch((error) => toastError(error, t`${file.name} not downloaded`))
  }
  return (
    <Anchor component="button" type="button" className={classes.file} onClick={open}>
      {file.name}
    </Anchor>
  )
}

function Told({ applicationId, log, call, onFile }: ActivityEntryProps) {
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
      {log.file && <FileLink file={log.file} onFile={onFile} />}
      {log.body && <p className={classes.text}>{log.body}</p>}
    </>
  )
}

/** One entry of the timeline: what happened, who did it, when and how it came about. */
export function ActivityEntry(props: ActivityEntryProps) {
  const { applicationId, log, call, fresh, target, ref } = props
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
        <Told {...props} />
        <p className={classes.caption}>
          <Link
            to="/applications/$id"
            params={{ id: applicationId }}
            search={{ entry: log.id }}
            replace={target !== undefined}
            className={classes.time}
            title={t`Link to this entry`}
          >
            <When at={log.at} />
          </Link>
          {cause && ` · ${t(cause)}`}
          {log.revertedAt && (
            <>
              {' · '}
              <Trans>taken back</Trans>
            </>
          )}
        </p>
      </div>
    </li>
  )
}

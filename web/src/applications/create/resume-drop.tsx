import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Progress } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconFileText, IconUpload, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatPercent } from '../../ui/format.ts'
import { formatFileSize } from '../../uploads/file-size.ts'
import type { ApplicationDraft } from './application-draft.ts'
import classes from './resume-drop.module.css'
import type { ResumeState } from './use-resume.ts'

interface ResumeDropProps {
  file: ApplicationDraft['resume']
  resume: ResumeState
  /** The number of fields filled from the résumé. */
  filled: number
  onClear: () => void
}

/**
 * The drop zone for a résumé, above the form. A file dropped anywhere on the page goes here too. Its height
 * is constant so that the form below does not move.
 */
export function ResumeDrop({ file, resume, filled, onClear }: ResumeDropProps) {
  const open = useRef<() => void>(null)
  const { state, percent, error, message } = resume
  const busy = state === 'sending' || state === 'reading'
  const outcome =
    filled > 0
      ? plural(filled, {
          one: 'Filled in # field from the résumé.',
          other: 'Filled in # fields from the résumé.',
        })
      : (message ?? t`Attached.`)
  const take = (files: File[]) => {
    const [first] = files
    if (first) resume.choose(first)
  }
  return (
    <>
      <Dropzone
        openRef={open}
        onDrop={take}
        onReject={(refused) => take(refused.map((each) => each.file))}
        multiple={false}
        disabled={busy}
        activateOnClick={!file && !busy}
        enablePointerEvents
        tabIndex={-1}
        className={classes.drop}
        data-there={file ? true : undefined}
        inputProps={{ 'aria-label': t`Résumé` }}
      >
        <div className={classes.content}>
          {file ? (
            <IconFileText size={20} stroke={1.6} aria-hidden className={classes.icon} />
          ) : (
            <IconUpload size={20} stroke={1.6} aria-hidden className={classes.icon} />
          )}
          <div className={classes.words} role="status">
            {state === 'sending' ? (
              <>
                <span className={classes.title}>{t`Uploading, ${formatPercent(percent / 100)}`}</span>
                <Progress value={percent} size="sm" aria-label={t`Sent`} />
              </>
            ) : file ? (
              <>
                <span className={classes.title} title={file.name}>
                  {file.name} <small>{formatFileSize(file.size)}</small>
                </span>
                <span className={classes.caption} data-error={error ? true : undefined}>
                  {error ?? (state === 'reading' ? t`Reading the résumé` : outcome)}
                </span>
              </>
            ) : (
              <>
                <span className={classes.title}>
                  <Trans>Drop a résumé here</Trans>
                </span>
                <span className={classes.caption} data-error={error ? true : undefined}>
                  {error ?? t`We fill in the name, email, phone and profile.`}
                </span>
              </>
            )}
          </div>
          {file && filled > 0 && (
            <Button size="compact-xs" variant="subtle" onClick={onClear}>
              <Trans>Undo</Trans>
            </Button>
          )}
          <Button size="xs" variant="default" disabled={busy} onClick={() => open.current?.()}>
            {file ? t`Replace` : t`Choose file`}
          </Button>
          {file && !busy && (
            <ActionIcon
              size={26}
              aria-label={t`Remove résumé`}
              title={t`Remove résumé`}
              onClick={resume.remove}
            >
              <IconX size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
        </div>
      </Dropzone>
      <Dropzone.FullScreen
        active={!busy}
        multiple={false}
        onDrop={take}
        onReject={(refused) => take(refused.map((each) => each.file))}
        inputProps={{ 'aria-label': t`Résumé` }}
      >
        <div className={classes.everywhere}>
          <IconUpload size={28} stroke={1.4} aria-hidden />
          <Trans>Drop the résumé to attach it</Trans>
        </div>
      </Dropzone.FullScreen>
    </>
  )
}

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './imports.module.css'
import { useReportDownload } from './use-report-download.ts'

interface RowsNoticeProps {
  label: string
  text: ReactNode
  isWarning?: boolean
  actions?: ReactNode
  /** The rows themselves, or their figures. */
  children?: ReactNode
}

/** Rows of a file that need attention, with what can be done about them. */
export function RowsNotice({ label, text, isWarning, actions, children }: RowsNoticeProps) {
  return (
    <section className={classes.notice} aria-label={label}>
      <p className={classes.noticeText} data-warning={isWarning}>
        {text}
      </p>
      {actions && <div className={classes.buttons}>{actions}</div>}
      {children}
    </section>
  )
}

interface ShowRowsProps {
  isShown: boolean
  onShow: () => void
  children: ReactNode
}

export function ShowRows({ isShown, onShow, children }: ShowRowsProps) {
  return (
    <Button variant="default" size="xs" aria-pressed={isShown} onClick={onShow}>
      {children}
    </Button>
  )
}

interface DownloadRowsProps {
  load: () => Promise<unknown>
  fileName: string
  /** Names the report: `people.xlsx` gives `people-errors.csv`. */
  kind: string
  children: ReactNode
}

export function DownloadRows({ load, fileName, kind, children }: DownloadRowsProps) {
  const download = useReportDownload(load, fileName, kind)
  return (
    <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate()}>
      {children}
    </Button>
  )
}

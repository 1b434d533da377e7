import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { usePermission } from '../../session/session.ts'
import { formatDay } from '../../ui/format.ts'
import { ErrorState } from '../../ui/state.tsx'
import { formatFileSize } from '../../uploads/file-size.ts'
import { FileUpload } from '../../uploads/file-upload.tsx'
import { applicationFields, personResumeField } from '../fields/field-definitions.ts'
import { FieldNotice } from '../fields/field-notice.tsx'
import type { Subject } from '../fields/subject.ts'
import { useEditableField } from '../fields/use-editable-field.ts'
import { type ApplicationFile, filesQuery, useFileChanges } from './application-files.ts'
import classes from './documents.module.css'

const FilePreview = lazy(() =>
  import('../../uploads/file-preview.tsx').then((module) => ({ default: module.FilePreview })),
)

const roleLabels = {
  resume: () => t`Résumé`,
  person_resume: () => t`Candidate’s résumé`,
  earlier_resume: () => t`Earlier résumé`,
  attachment: () => null,
} satisfies Record<ApplicationFile['role'], () => string | null>

type ShownFile = Pick<ApplicationFile['file'], 'id' | 'name' | 'contentType'>

/** What kind of file it is, how large, who added it and where. */
function captionOf({ role, file, addedBy, addedAt, application }: ApplicationFile, hereId?: string): string {
  const elsewhere = application && application.id !== hereId ? application.positionName : null
  const day = formatDay(addedAt)
  const who = addedBy?.name
  const parts = [roleLabels[role](), formatFileSize(file.size), who ? t`${day} by ${who}` : day, elsewhere]
  return parts.filter(Boolean).join(' · ')
}

function useDrop(enabled: boolean, onDrop: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onDrop([...event.dataTransfer.files])
    },
  }
  return { over, handlers: enabled ? handlers : {} }
}

interface DocumentsProps {
  subject: Subject
  /** The résumé to show first, if there is one. */
  resumeFile: ShownFile | null
  /** The file chosen instead of the résumé. */
  fileId: string | undefined
  onFile: (fileId: string | undefined) => void
  /** Shown above the drop area when there is no file. */
  children?: ReactNode
}

/** The résumé and the other files of a person, one of them open. Files are added by a button or by dropping. */
export function Documents({ subject, resumeFile, fileId, onFile, children }: DocumentsProps) {
  const { application, candidate } = subject
  const id = application?.id ?? ''
  const maySee = usePermission('contacts:read')
  const mayUpload = usePermission('applications:write')
  const canEdit = application ? application.can.edit : candidate.can.edit && mayUpload
  const { data, error, refetch } = useQuery({ ...filesQuery(id), enabled: maySee && application !== null })
  const { attach, attachAll, remove } = useFileChanges(id, onFile)
  const resume = useEditableField(subject, application ? applicationFields.resume() : personResumeField())
  const { over, handlers } = useDrop(application?.can.edit === true, attachAll)
  const items = data?.items ?? []
  const files: ShownFile[] = items.length > 0 ? items.map(({ file }) => file) : resumeFile ? [resumeFile] : []
  const chosen = files.find((file) => file.id === fileId)
  const isMissing = fileId !== undefined && !chosen && data !== undefined
  const shown =
    chosen ?? (fileId ? undefined : (files.find(({ id: each }) => each === resumeFile?.id) ?? files[0]))
  const shownItem = items.find(({ file }) => file.id === shown?.id)
  const removeShown = (item: ApplicationFile) => {
    onFile(undefined)
    if (item.role === 'resume') resume.save(null)
    else remove(item)
  }
  return (
    <section
      {...handlers}
      className={classes.documents}
      aria-label={t`Files`}
      data-over={over || undefined}
      data-empty={(!shown && !isMissing) || undefined}
      data-documents
    >
      <div className={classes.bar}>
        <div className={classes.files}>
          {files.map((file) => {
            const item = items.find((each) => each.file.id === file.id)
            return (
              <button
                key={file.id}
                type="button"
                className={classes.file}
                aria-pressed={file.id === shown?.id}
                title={item ? captionOf(item, id) : file.name}
                onClick={() => onFile(file.id === resumeFile?.id ? undefined : file.id)}
              >
                {file.name}
              </button>
            )
          })}
          {files.length === 0 && (
            <span className={classes.caption}>
              <Trans>No files</Trans>
            </span>
          )}
        </div>
        {shown && shownItem?.can.remove && (
          <ActionIcon
            size="sm"
            aria-label={t`Remove ${shown.name}`}
            title={t`Remove ${shown.name}`}
            onClick={() => removeShown(shownItem)}
          >
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        )}
        {canEdit && (
          <>
            {application && <FileUpload label={t`Add file`} quiet onUploaded={(file) => attach(file)} />}
            <FileUpload
              label={resumeFile ? t`Replace résumé` : t`Upload résumé`}
              quiet
              onUploaded={(file) => {
                resume.save(file)
                onFile(undefined)
              }}
            />
          </>
        )}
      </div>
      <FieldNotice editable={resume} show={(file) => file?.name} />
      {error ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : isMissing ? (
        <p className={classes.none} role="status">
          <Trans>This file has been deleted.</Trans>
        </p>
      ) : shown ? (
        <div className={classes.preview}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <FilePreview key={shown.id} fileId={shown.id} name={shown.name} contentType={shown.contentType} />
          </Suspense>
        </div>
      ) : (
        <div className={classes.empty}>
          {children}
          {canEdit && (
            <p className={classes.dropHere}>
              <IconUpload size={28} stroke={1.4} aria-hidden />
              {application ? <Trans>Drop a résumé or another file here</Trans> : <Trans>No résumé yet</Trans>}
            </p>
          )}
        </div>
      )}
    </section>
  )
}

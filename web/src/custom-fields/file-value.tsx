import { t } from '@lingui/core/macro'
import { IconPaperclip } from '@tabler/icons-react'
import { usePermission } from '../session/session.ts'
import { toastError } from '../ui/toast.tsx'
import { saveFile } from '../uploads/open-file.ts'
import classes from './custom-fields.module.css'
import { useStoredFile } from './use-stored-file.ts'

/** A stored file by its name, which a click downloads. */
export function FileValue({ id, label }: { id: string; label: string }) {
  const file = useStoredFile(id)
  const mayDownload = usePermission('contacts:read')
  const content = (
    <>
      <IconPaperclip size={14} stroke={1.6} aria-hidden />
      <span className={classes.fileName}>{file === null ? t`File not available` : (file?.name ?? '…')}</span>
    </>
  )
  if (!file || !mayDownload)
    return (
      <span
        className={classes.fileText}
        title={file ? t`Requires the permission to see contact data: files may contain it` : undefined}
      >
        {content}
      </span>
    )
  return (
    <button
      type="button"
      className={classes.file}
      title={t`Download ${file.name}`}
      onClick={(event) => {
        event.stopPropagation()
        void saveFile(file).catch((error: unknown) => toastError(error, t`${label} not downloaded`))
      }}
    >
      {content}
    </button>
  )
}

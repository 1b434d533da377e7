import { t } from '@lingui/core/macro'
import { IconPaperclip } from '@tabler/icons-react'
import { toastError } from '../ui/toast.tsx'
import { saveFile } from '../uploads/open-file.ts'
import classes from './custom-fields.module.css'

/** The names of the files that were uploaded since the app started. */
const names = new Map<string, string>()

export function noteFileName(id: string, name: string) {
  names.set(id, name)
}

/** A stored file, which a click downloads. */
export function FileValue({ id, label }: { id: string; label: string }) {
  const name = names.get(id)
  return (
    <button
      type="button"
      className={classes.file}
      onClick={(event) => {
        event.stopPropagation()
        void saveFile({ id, name: name ?? label }).catch((error: unknown) =>
          toastError(error, t`Not downloaded`),
        )
      }}
    >
      <IconPaperclip size={14} stroke={1.6} aria-hidden />
      {name ?? t`Download file`}
    </button>
  )
}

import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { usePermission } from '../session/session.ts'
import { Section } from '../ui/section.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { FileUpload } from '../uploads/file-upload.tsx'
import type { Candidate } from './candidate-values.ts'
import classes from './candidates.module.css'
import { useEditCandidate } from './use-edit-candidate.ts'

const FilePreview = lazy(() =>
  import('../uploads/file-preview.tsx').then((module) => ({ default: module.FilePreview })),
)

/** The person's résumé, shown in place; a new one takes its place and can be taken back. */
export function ResumeSection({ candidate }: { candidate: Candidate }) {
  const { id, resumeFile, resumeFileId } = candidate
  const edit = useEditCandidate(id)
  const mayUpload = usePermission('applications:write') && candidate.can.edit
  const attach = (fileId: string | null, done: string, undo?: string | null) =>
    edit.mutate(
      { changes: { resumeFileId: fileId } },
      {
        onSuccess: () => toast(done, undo === undefined ? undefined : () => attach(undo, t`Undone`)),
        onError: (error) => toastError(error, t`Résumé not changed`),
      },
    )
  return (
    <Section
      title={t`Résumé`}
      action={
        mayUpload && (
          <FileUpload
            label={resumeFileId ? t`Replace résumé` : t`Upload résumé`}
            onUploaded={(file) =>
              attach(file.id, resumeFileId ? t`Résumé replaced` : t`Résumé added`, resumeFileId)
            }
          />
        )
      }
    >
      {resumeFile ? (
        <Suspense>
          <FilePreview fileId={resumeFile.id} name={resumeFile.name} contentType={resumeFile.contentType} />
        </Suspense>
      ) : (
        <span className={classes.caption}>{resumeFileId ? t`Not shown to you.` : t`None yet.`}</span>
      )}
    </Section>
  )
}

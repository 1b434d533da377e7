import { usePermission } from '../session/session.ts'
import { Section } from '../ui/section.tsx'
import { FileActions } from '../uploads/file-actions.tsx'
import { FileUpload } from '../uploads/file-upload.tsx'
import classes from './application-page.module.css'
import type { ApplicationDetails } from './application-query.ts'
import { useEditApplication } from './use-edit-application.ts'

/** The résumé of the application or, without one of its own, of the person. */
export function ResumeSection({ application }: { application: ApplicationDetails }) {
  const { id, resumeFile, can } = application
  const edit = useEditApplication(id)
  const maySeeContacts = usePermission('contacts:read')
  const attach = (file: NonNullable<ApplicationDetails['resumeFile']>) => {
    edit({
      changes: { resumeFileId: file.id },
      shown: { resumeFile: file },
      what: 'Résumé',
      done: resumeFile ? 'Résumé replaced' : 'Résumé added',
    })
  }
  return (
    <Section title="Résumé">
      {resumeFile ? (
        <FileActions file={resumeFile} />
      ) : (
        <p className={classes.paragraph}>{maySeeContacts ? 'None yet.' : 'Not shown to you.'}</p>
      )}
      {can.edit && <FileUpload label={resumeFile ? 'Replace résumé' : 'Upload résumé'} onUploaded={attach} />}
    </Section>
  )
}

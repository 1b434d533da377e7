import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { usePermission } from '../session/session.ts'
import { formatDay } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { ErrorState } from '../ui/state.tsx'
import { formatFileSize } from '../uploads/file-size.ts'
import { FileUpload } from '../uploads/file-upload.tsx'
import { type ApplicationFile, filesQuery, useFileChanges } from './application-files.ts'
import type { ApplicationDetails } from './application-query.ts'
import { applicationFacts } from './fact-kinds.ts'
import { FactNotice } from './fact-notice.tsx'
import classes from './files-section.module.css'
import { useFact } from './use-fact.ts'

const roleLabels = {
  resume: () => t`Résumé`,
  person_resume: () => t`Résumé of the person`,
  earlier_resume: () => t`Earlier résumé`,
  attachment: () => null,
} satisfies Record<ApplicationFile['role'], () => string | null>

interface FileRowProps {
  item: ApplicationFile
  isHere: boolean
  onOpen: () => void
  onRemove: () => void
}

function FileRow({ item, isHere, onOpen, onRemove }: FileRowProps) {
  const { file, addedBy, addedAt, application } = item
  const role = roleLabels[item.role]()
  const elsewhere = application && !isHere ? application.positionName : null
  const day = formatDay(addedAt)
  const who = addedBy?.name
  const parts = [role, formatFileSize(file.size), who ? t`${day} by ${who}` : day, elsewhere]
  return (
    <li className={classes.row}>
      <button type="button" className={classes.open} onClick={onOpen} title={file.name}>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.caption}>{parts.filter(Boolean).join(' · ')}</span>
      </button>
      {item.can.remove && (
        <ActionIcon size="sm" aria-label={t`Remove ${file.name}`} title={t`Remove`} onClick={onRemove}>
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </li>
  )
}

interface FilesSectionProps {
  application: ApplicationDetails
  onOpen: (fileId: string) => void
}

/** Every file of the application and its person: to look at, to add by a button or by dropping, to remove. */
export function FilesSection({ application, onOpen }: FilesSectionProps) {
  const { id, can } = application
  const maySeeContacts = usePermission('contacts:read')
  const { data, error, refetch } = useQuery({ ...filesQuery(id), enabled: maySeeContacts })
  const { attach, attachAll, remove } = useFileChanges(id)
  const resume = useFact(application, applicationFacts.resume())
  const [over, setOver] = useState(false)
  if (!maySeeContacts) return null
  const items = data?.items ?? []

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    attachAll([...event.dataTransfer.files])
  }
  const dropping = can.edit && {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: drop,
  }
  return (
    <div {...dropping} className={classes.zone} data-over={over || undefined}>
      <Section title={t`Files`}>
        {error ? (
          <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton height={48} />
        ) : items.length === 0 ? (
          <p className={classes.none}>
            <Trans>None yet.</Trans>{' '}
            {can.edit && (
              <span className={classes.dropHere}>
                <Trans>Drop some here.</Trans>
              </span>
            )}
          </p>
        ) : (
          <ul className={classes.list}>
            {items.map((item) => (
              <FileRow
                key={item.file.id}
                item={item}
                isHere={item.application?.id === id}
                onOpen={() => onOpen(item.file.id)}
                onRemove={() => (item.role === 'resume' ? resume.save(null) : remove(item))}
              />
            ))}
          </ul>
        )}
        <FactNotice fact={resume} show={(file) => file?.name} />
        {can.edit && (
          <div className={classes.buttons}>
            <FileUpload
              label={application.resumeFile ? t`Replace résumé` : t`Upload résumé`}
              onUploaded={(file) => resume.save(file)}
            />
            <FileUpload label={t`Add a file`} onUploaded={(file) => attach(file)} />
          </div>
        )}
      </Section>
    </div>
  )
}

import { t } from '@lingui/core/macro'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconArrowsDiagonal } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Section } from '../ui/section.tsx'
import classes from './application-page.module.css'
import type { ApplicationDetails } from './application-query.ts'

const FilePreview = lazy(() =>
  import('../uploads/file-preview.tsx').then((module) => ({ default: module.FilePreview })),
)

interface ResumeSectionProps {
  application: ApplicationDetails
  onOpen: (fileId: string) => void
}

/** The résumé of the application or, without one of its own, of the person, to be read beside the rest. */
export function ResumeSection({ application: { resumeFile }, onOpen }: ResumeSectionProps) {
  if (!resumeFile) return null
  const { id, name, contentType } = resumeFile
  return (
    <div className={classes.noPrint}>
      <Section
        title={t`Résumé`}
        action={
          <ActionIcon
            size="sm"
            aria-label={t`Read the résumé large`}
            title={t`Read it large (v)`}
            onClick={() => onOpen(id)}
          >
            <IconArrowsDiagonal size={16} stroke={1.6} />
          </ActionIcon>
        }
      >
        <div className={classes.resume}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <FilePreview key={id} fileId={id} name={name} contentType={contentType} />
          </Suspense>
        </div>
      </Section>
    </div>
  )
}

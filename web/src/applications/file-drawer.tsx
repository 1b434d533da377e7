import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useOpened } from '../ui/use-opened.ts'
import { FilePreview } from '../uploads/file-preview.tsx'
import { filesQuery } from './application-files.ts'
import classes from './application-page.module.css'
import type { ApplicationDetails } from './application-query.ts'

interface FileDrawerProps {
  application: ApplicationDetails
  fileId: string | undefined
  onClose: () => void
}

/** A file of the application, large. */
export function FileDrawer({ application, fileId, onClose }: FileDrawerProps) {
  const opened = useOpened(fileId !== undefined)
  const { data } = useQuery(filesQuery(application.id))
  const known = [application.resumeFile, ...(data?.items ?? []).map(({ file }) => file)]
  const file = known.find((each) => each?.id === fileId)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="min(960px, 100vw)"
      title={file?.name ?? t`File`}
      classNames={{ content: classes.drawer, body: classes.drawerBody }}
    >
      {file ? (
        <FilePreview key={file.id} fileId={file.id} name={file.name} contentType={file.contentType} />
      ) : (
        data && (
          <p>
            <Trans>This file is not here any more.</Trans>
          </p>
        )
      )}
    </Drawer>
  )
}

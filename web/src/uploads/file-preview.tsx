import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDownload, IconFile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Component, lazy, type ReactNode, Suspense } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { ErrorState } from '../ui/state.tsx'
import { fileContentQuery, typeOf } from './file-content.ts'
import classes from './file-preview.module.css'
import { formatFileSize } from './file-size.ts'
import { ImageView } from './image-view.tsx'
import type { FileRef } from './open-file.ts'
import { PreviewFrame, PreviewSkeleton, useDownload } from './preview-frame.tsx'
import { TextView } from './text-view.tsx'

const PdfView = lazy(() => import('./pdf-view.tsx').then((module) => ({ default: module.PdfView })))
const DocxView = lazy(() => import('./docx-view.tsx').then((module) => ({ default: module.DocxView })))

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const shownTypes = /^(application\/pdf|image\/(png|jpeg|webp)|text\/plain)$/

/** A file without a preview: its name and a download button. */
function PlainFile({ file, size }: { file: FileRef; size?: number | undefined }) {
  const save = useDownload(file)
  return (
    <section className={classes.plain} aria-label={t`Preview of ${file.name}`}>
      <IconFile size={20} stroke={1.6} aria-hidden className={classes.icon} />
      <p>
        {file.name}
        <small>
          {size === undefined ? (
            <Trans>This file type cannot be previewed.</Trans>
          ) : (
            <Trans>{formatFileSize(size)}. This file type cannot be previewed.</Trans>
          )}
        </small>
      </p>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={14} stroke={1.6} />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        <Trans>Download</Trans>
      </Button>
    </section>
  )
}

function PreviewPlaceholder({ file }: { file: FileRef }) {
  return (
    <PreviewFrame file={file}>
      <PreviewSkeleton />
    </PreviewFrame>
  )
}

function Content({ file, content }: { file: FileRef; content: Blob }) {
  const type = file.contentType ?? typeOf(content)
  if (type === 'application/pdf') return <PdfView file={file} content={content} />
  if (type.startsWith('image/')) return <ImageView file={file} content={content} />
  if (type === 'text/plain') return <TextView file={file} content={content} />
  if (type === docxType) return <DocxView file={file} />
  return <PlainFile file={file} size={content.size} />
}

/** A file that is shown from its content. */
function LoadedFile({ file }: { file: FileRef }) {
  const { data, error, refetch } = useQuery(fileContentQuery(file))
  if (data) return <Content file={file} content={data} />
  if (!error) return <PreviewPlaceholder file={file} />
  return (
    <PreviewFrame file={file}>
      <ErrorState
        title={t`Could not load the file`}
        text={
          error.status === 404
            ? t`It was deleted or you don’t have access to it.`
            : error.status === 0
              ? t`The server cannot be reached. Try again in a moment.`
              : errorMessage(error)
        }
        onRetry={() => void refetch()}
      />
    </PreviewFrame>
  )
}

interface BoundaryProps {
  file: FileRef
  failed: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Catches a viewer that fails to load, so that the screen around it keeps working. */
class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    if (!this.state.error) return this.props.children
    return this.props.failed(() => this.setState({ error: null }))
  }
}

interface FilePreviewProps {
  fileId: string
  name: string
  /** Taken from the file itself if unknown. */
  contentType?: string | undefined
  /** The ID is an application's, and the file is the copy of its résumé for clients. */
  covered?: boolean
}

/**
 * Previews a stored file: PDF, Word document, image or plain text; for others its name and a download button. Nothing
 * in the file is executed, and no external content is loaded.
 */
export function FilePreview({ fileId, name, contentType, covered = false }: FilePreviewProps) {
  const file: FileRef = { id: fileId, name, covered, ...(contentType ? { contentType } : {}) }
  const shown = !contentType || contentType === docxType || shownTypes.test(contentType)
  if (!shown) return <PlainFile file={file} />
  return (
    <Boundary
      key={fileId}
      file={file}
      failed={(retry) => (
        <PreviewFrame file={file}>
          <ErrorState
            title={t`Could not show the file`}
            text={t`Try again or download it.`}
            onRetry={retry}
          />
        </PreviewFrame>
      )}
    >
      <Suspense fallback={<PreviewPlaceholder file={file} />}>
        {contentType === docxType ? <DocxView file={file} /> : <LoadedFile file={file} />}
      </Suspense>
    </Boundary>
  )
}

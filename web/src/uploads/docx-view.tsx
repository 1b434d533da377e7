import { t } from '@lingui/core/macro'
import { previewFile } from '@muster/contract/uploads.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { ErrorState } from '../ui/state.tsx'
import classes from './docx-view.module.css'
import frame from './file-preview.module.css'
import type { FileRef } from './open-file.ts'
import { PreviewFrame, PreviewSkeleton } from './preview-frame.tsx'

/** A Word document as the server reads it: its words and their order, in this app's type. */
export function DocxView({ file }: { file: FileRef }) {
  const { data, error, refetch } = useQuery({
    ...endpointQuery(previewFile, { params: { id: file.id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) {
    // What the file itself is to blame for stays so however often it is tried.
    const final = error?.code === 'VALIDATION' || error?.code === 'UNSUPPORTED_MEDIA_TYPE'
    return (
      <PreviewFrame file={file}>
        {error ? (
          <ErrorState
            title={t`This document cannot be shown`}
            text={error.message}
            {...(final ? {} : { onRetry: () => void refetch() })}
          />
        ) : (
          <PreviewSkeleton />
        )}
      </PreviewFrame>
    )
  }
  return (
    <PreviewFrame file={file}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={frame.fill} aria-label={t`Text of ${file.name}`} tabIndex={0}>
        <article
          className={classes.paper}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets only plain elements of text through
          dangerouslySetInnerHTML={{ __html: data.html }}
        />
      </section>
    </PreviewFrame>
  )
}

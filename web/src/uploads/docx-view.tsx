import { t } from '@lingui/core/macro'
import { previewFile } from '@muster/contract/uploads.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { endpointQuery } from '../api/query.ts'
import { ErrorState } from '../ui/state.tsx'
import classes from './docx-view.module.css'
import frame from './file-preview.module.css'
import type { FileRef } from './open-file.ts'
import { PreviewFrame, PreviewSkeleton } from './preview-frame.tsx'
import { trustedPreview } from './preview-html.ts'

/** Shows a Word document as the server converts it: its text and structure, in the app's typography. */
export function DocxView({ file }: { file: FileRef }) {
  const { data, error, refetch } = useQuery({
    ...endpointQuery(previewFile, { params: { id: file.id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Once per document: React sets a new object again, even with the same HTML.
  const html = useMemo(() => data && trustedPreview(data.html), [data])
  if (!data || html == null) {
    // Errors caused by the file itself are permanent.
    const final = error?.code === 'VALIDATION' || error?.code === 'UNSUPPORTED_MEDIA_TYPE'
    return (
      <PreviewFrame file={file}>
        {error || data ? (
          <ErrorState
            title={t`This document cannot be shown`}
            text={error?.message ?? t`Download the file to read it.`}
            {...(final || data ? {} : { onRetry: () => void refetch() })}
          />
        ) : (
          <PreviewSkeleton />
        )}
      </PreviewFrame>
    )
  }
  return (
    <PreviewFrame file={file}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className={frame.fill} aria-label={t`Text of ${file.name}`} tabIndex={0}>
        <article
          className={classes.paper}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server and this policy let only plain elements of text through
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </section>
    </PreviewFrame>
  )
}

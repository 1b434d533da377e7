import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import classes from './file-preview.module.css'
import type { FileRef } from './open-file.ts'
import { PreviewFrame, PreviewSkeleton } from './preview-frame.tsx'

/** Enough for any résumé; browsers take noticeably long to lay out more. */
const longest = 300_000

async function readText(content: Blob): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer())
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/** Plain text as written. */
export function TextView({ file, content }: { file: FileRef; content: Blob }) {
  const { data: text } = useQuery({
    queryKey: ['fileText', file.id],
    queryFn: () => readText(content),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (text === undefined) {
    return (
      <PreviewFrame file={file}>
        <PreviewSkeleton />
      </PreviewFrame>
    )
  }
  return (
    <PreviewFrame file={file}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.fill} aria-label={t`Text of ${file.name}`} tabIndex={0}>
        <pre className={classes.text}>{text.slice(0, longest)}</pre>
        {text.length > longest && (
          <p className={classes.text}>
            <Trans>The rest is not shown. Download the file to read it.</Trans>
          </p>
        )}
      </section>
    </PreviewFrame>
  )
}

import { t } from '@lingui/core/macro'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ErrorState } from '../ui/state.tsx'
import classes from './file-preview.module.css'
import type { FileRef } from './open-file.ts'
import { type PdfHandle, type PdfProblem, type PdfState, showPdf } from './pdf-document.ts'
import { PdfFind } from './pdf-find.tsx'
import './pdf-view.css'
import { BarButton, PreviewFrame, PreviewSkeleton } from './preview-frame.tsx'
import { type Zoom, ZoomControls, zoomByKey } from './zoom-controls.tsx'

/** Shows a PDF in a container while mounted. */
function usePdf(content: Blob) {
  const container = useRef<HTMLDivElement>(null)
  const handle = useRef<PdfHandle>(null)
  const [ready, setReady] = useState(false)
  const [problem, setProblem] = useState<PdfProblem | null>(null)
  const [state, setState] = useState<PdfState>({ page: 1, pages: 0, scale: 1, found: null })
  useEffect(() => {
    if (!container.current) return
    const shown = showPdf(content, container.current, {
      onState: (change) => setState((now) => ({ ...now, ...change })),
      onReady: () => setReady(true),
      onProblem: setProblem,
    })
    handle.current = shown
    return () => {
      handle.current = null
      shown.close()
    }
  }, [content])
  return { container, handle, ready, problem, state }
}

/** A PDF viewer with zoom, page navigation, search and text selection. */
export function PdfView({ file, content }: { file: FileRef; content: Blob }) {
  const { container, handle, ready, problem, state } = usePdf(content)
  const [finding, setFinding] = useState(false)
  const { page, pages } = state
  const zoom: Zoom = {
    scale: state.scale,
    in: () => handle.current?.zoomIn(),
    out: () => handle.current?.zoomOut(),
    fit: () => handle.current?.fit(),
  }
  const goTo = (next: number) => handle.current?.goToPage(next)
  const keys: Record<string, () => void> = {
    ArrowLeft: () => goTo(page - 1),
    ArrowRight: () => goTo(page + 1),
    Home: () => goTo(1),
    End: () => goTo(pages),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'f') {
      event.preventDefault()
      event.stopPropagation()
      setFinding(true)
      return
    }
    if (zoomByKey(event, zoom) || event.ctrlKey || event.metaKey || event.altKey) return
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const stopFinding = () => {
    setFinding(false)
    handle.current?.find('')
    container.current?.focus()
  }
  if (problem) {
    return (
      <PreviewFrame file={file}>
        {problem === 'password' ? (
          <ErrorState
            title={t`This PDF is password-protected`}
            text={t`Download it and open it with the password, or ask for an unprotected copy.`}
          />
        ) : (
          <ErrorState
            title={t`This PDF cannot be shown`}
            text={t`The file is damaged. Download it or ask for another copy.`}
          />
        )}
      </PreviewFrame>
    )
  }
  return (
    <PreviewFrame
      file={file}
      controls={
        <>
          <div className={classes.controls}>
            <BarButton
              icon={IconChevronUp}
              label={t`Previous page`}
              disabled={page <= 1}
              onClick={() => goTo(page - 1)}
            />
            <span>{pages > 0 ? t`${page} of ${pages}` : '…'}</span>
            <BarButton
              icon={IconChevronDown}
              label={t`Next page`}
              disabled={page >= pages}
              onClick={() => goTo(page + 1)}
            />
          </div>
          <ZoomControls zoom={zoom} />
          <BarButton
            icon={IconSearch}
            label={t`Find in file`}
            aria-expanded={finding}
            onClick={finding ? stopFinding : () => setFinding(true)}
          />
        </>
      }
      more={
        finding && (
          <PdfFind
            found={state.found}
            onFind={(query, again) => handle.current?.find(query, again)}
            onClose={stopFinding}
          />
        )
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: pdf.js requires a div */}
      <div
        ref={container}
        role="region"
        className={classes.fill}
        aria-label={t`Pages of ${file.name}`}
        aria-busy={!ready}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className="pdfViewer" />
      </div>
      {!ready && <PreviewSkeleton />}
    </PreviewFrame>
  )
}

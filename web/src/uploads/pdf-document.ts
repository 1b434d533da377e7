import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
// Must come after pdf.mjs, which it extends.
import {
  EventBus,
  GenericL10n,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import { trustedPolicy } from './trusted-policy.ts'

/** Allows only the worker of pdf.js. */
const policy = trustedPolicy('pdf-worker', {
  createScriptURL(url) {
    if (url !== workerUrl) throw new TypeError('Only the worker of pdf.js may be started.')
    return url
  },
})

/** The folder of build/pdf-files.ts with what pdf.js loads by name. */
const files = `/assets/pdfjs-${pdfjs.version}/`

const mostPixels = 100_000_000

/** Why a PDF cannot be shown. */
export type PdfProblem = 'password' | 'broken'

export interface PdfState {
  page: number
  pages: number
  scale: number
  /** The current search match and the number of matches; null without a search. */
  found: { current: number; total: number } | null
}

export interface PdfHandle {
  zoomIn: () => void
  zoomOut: () => void
  fit: () => void
  goToPage: (page: number) => void
  /** Highlights all matches of a text and shows the first; `again` shows the next or previous one. */
  find: (query: string, again?: 'next' | 'previous') => void
  close: () => void
}

/** Creates the worker ourselves: pdf.js would start one from a string, which Trusted Types refuse. */
function startWorker() {
  const thread = new Worker(policy.createScriptURL(workerUrl), { type: 'module' })
  const worker = new pdfjs.PDFWorker({ port: thread as never })
  const failed = new Promise<never>((_, reject) => {
    thread.addEventListener('error', () => reject(new Error('The worker of pdf.js does not start.')))
  })
  // Ignored once the document is open.
  failed.catch(() => undefined)
  const stop = () => {
    worker.destroy()
    thread.terminate()
  }
  return { worker, failed, stop }
}

function problemOf(error: unknown): PdfProblem {
  return error instanceof pdfjs.PasswordException ? 'password' : 'broken'
}

interface Events {
  onState: (state: Partial<PdfState>) => void
  onReady: () => void
  onProblem: (problem: PdfProblem) => void
}

/**
 * Renders a PDF in a scrolling container: only visible pages are drawn, with a text layer to select and
 * search. Nothing in the file is executed, and its forms cannot be filled in.
 */
export function showPdf(
  content: Blob,
  container: HTMLDivElement,
  { onState, onReady, onProblem }: Events,
): PdfHandle {
  const closing = new AbortController()
  const { signal } = closing
  const eventBus = new EventBus()
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  })
  const findController = new PDFFindController({ eventBus, linkService })
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    l10n: new GenericL10n('en-US'),
    annotationMode: pdfjs.AnnotationMode.ENABLE,
    annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
    enableSelectionRendering: false,
    enableAutoLinking: false,
    imagesRightClickMinSize: -1,
    abortSignal: signal,
  } as ConstructorParameters<typeof PDFViewer>[0])
  linkService.setViewer(viewer)
  let fitted = true
  let close = async () => {}

  const fit = () => {
    fitted = true
    // Once removed from the page or hidden, it has no size to fit and cannot scroll to its page.
    if (viewer.pdfDocument && container.offsetParent) viewer.currentScaleValue = 'auto'
  }
  eventBus.on('pagesinit', fit)
  eventBus.on('pagerendered', onReady, { once: true })
  eventBus.on('scalechanging', ({ scale }: { scale: number }) => onState({ scale }))
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => onState({ page: pageNumber }))
  const countMatches = ({ matchesCount }: { matchesCount: { current: number; total: number } }) =>
    onState({ found: matchesCount })
  eventBus.on('updatefindmatchescount', countMatches)
  eventBus.on('updatefindcontrolstate', countMatches)
  const resized = new ResizeObserver(() => fitted && fit())
  resized.observe(container)

  async function open() {
    const data = await content.arrayBuffer()
    if (signal.aborted) return
    const { worker, failed, stop } = startWorker()
    const task = pdfjs.getDocument({
      data,
      worker,
      verbosity: pdfjs.VerbosityLevel.ERRORS,
      maxImageSize: mostPixels,
      // The content security policy forbids WebAssembly; pdf.js has a JavaScript fallback.
      useWasm: false,
      useSystemFonts: false,
      wasmUrl: `${files}wasm/`,
      cMapUrl: `${files}cmaps/`,
      standardFontDataUrl: `${files}standard_fonts/`,
    })
    close = () => task.destroy().finally(stop)
    const document = await Promise.race([task.promise, failed])
    if (signal.aborted) return
    linkService.setDocument(document)
    viewer.setDocument(document)
    onState({ pages: document.numPages, page: 1 })
  }
  open().catch((error: unknown) => {
    if (!signal.aborted) onProblem(problemOf(error))
  })

  return {
    zoomIn() {
      fitted = false
      viewer.increaseScale()
    },
    zoomOut() {
      fitted = false
      viewer.decreaseScale()
    },
    fit,
    goToPage(page) {
      if (page >= 1 && page <= viewer.pagesCount) viewer.currentPageNumber = page
    },
    find(query, again) {
      eventBus.dispatch('find', {
        type: again ? 'again' : '',
        query,
        caseSensitive: false,
        entireWord: false,
        matchDiacritics: false,
        highlightAll: true,
        findPrevious: again === 'previous',
      })
    },
    close() {
      closing.abort()
      resized.disconnect()
      viewer.setDocument(null as never)
      linkService.setDocument(null)
      void close()
    },
  }
}

import { t } from '@lingui/core/macro'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { ApiError } from '../api/api-error.ts'
import { client } from '../api/client.ts'
import { showProgress } from '../ui/progress-toast.tsx'
import { saveBlob } from '../ui/save-blob.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { formatFileSize } from '../uploads/file-size.ts'

export type ExportFormat = 'csv' | 'csv-bom' | 'xlsx'

function nameOf(disposition: unknown, fallback: string): string {
  const [, encoded, plain] =
    /filename\*=UTF-8''([^;]+)|filename="?([^";]+)"?/i.exec(String(disposition)) ?? []
  return encoded ? decodeURIComponent(encoded) : (plain ?? fallback)
}

/** The texts of the toasts: an export is generated on request, a file already exists. */
interface Texts {
  preparing: string
  soFar: (size: string) => string
  done: (name: string) => string
  cancelled: string
  failed: string
}

const exportTexts = (): Texts => ({
  preparing: t`Preparing the export`,
  soFar: (size) => t`Exporting: ${size} so far`,
  done: (name) => t`Exported ${name}`,
  cancelled: t`Export canceled`,
  failed: t`Export failed`,
})

const fileTexts = (): Texts => ({
  preparing: t`Preparing the file`,
  soFar: (size) => t`Downloading: ${size} so far`,
  done: (name) => t`Downloaded ${name}`,
  cancelled: t`Download canceled`,
  failed: t`Download failed`,
})

interface Asked {
  method: AnyEndpoint['method']
  path: string
  query?: object
  body?: unknown
  /** The file name, if the server sends none. */
  fallback: string
  texts: Texts
}

/** Fetches a file and offers it as a download. A toast shows the progress and can cancel it. */
async function download({ fallback, texts, query = {}, ...asked }: Asked): Promise<void> {
  const stop = new AbortController()
  const progress = showProgress(texts.preparing, () => stop.abort())
  try {
    const answer = await client({
      ...asked,
      query: { ...query },
      responseType: 'blob',
      signal: stop.signal,
      // A million rows take a while.
      timeout: 0,
      onDownloadProgress: (bytes) => {
        progress.update(texts.soFar(formatFileSize(bytes)))
      },
    })
    const name = nameOf(answer.headers.get('content-disposition'), fallback)
    saveBlob(answer.data, name)
    toast(texts.done(name))
  } catch (error) {
    if (stop.signal.aborted) toast(texts.cancelled)
    else if (error instanceof ApiError) toastError(error, texts.failed)
    else throw error
  } finally {
    progress.close()
  }
}

/**
 * Downloads an export. The query is the endpoint's without `format` and `bom`. Times are in the workspace's
 * timezone for every reader, which is how an import parses them.
 */
export function downloadExport(
  { method, path }: AnyEndpoint,
  format: ExportFormat,
  { query, params, body }: { query: object; params?: { id: string } | undefined; body?: unknown },
): Promise<void> {
  const kind = format === 'xlsx' ? 'xlsx' : 'csv'
  const asked = { ...query, format: kind, bom: format === 'csv-bom' ? 'true' : undefined }
  return download({
    method,
    path: path.replace('{id}', params?.id ?? ''),
    query: asked,
    body,
    fallback: `export.${kind}`,
    texts: exportTexts(),
  })
}

/** Downloads the file that an endpoint generates for a row, or for a query. */
export function downloadFile(
  { method, path }: AnyEndpoint,
  { id = '', query = {} }: { id?: string; query?: object },
): Promise<void> {
  return download({
    method,
    path: path.replace('{id}', id),
    query,
    fallback: 'export.zip',
    texts: fileTexts(),
  })
}

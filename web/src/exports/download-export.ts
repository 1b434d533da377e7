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

/** What is said meanwhile and afterwards: an export is made when it is asked for, a file is there. */
interface Words {
  preparing: string
  soFar: (size: string) => string
  done: (name: string) => string
  cancelled: string
  failed: string
}

const exportWords = (): Words => ({
  preparing: t`Preparing the export`,
  soFar: (size) => t`Exporting: ${size} so far`,
  done: (name) => t`Exported ${name}`,
  cancelled: t`Export cancelled`,
  failed: t`Not exported`,
})

const fileWords = (): Words => ({
  preparing: t`Preparing the file`,
  soFar: (size) => t`Downloading: ${size} so far`,
  done: (name) => t`Downloaded ${name}`,
  cancelled: t`Download cancelled`,
  failed: t`Not downloaded`,
})

interface Asked {
  method: AnyEndpoint['method']
  path: string
  query?: object
  body?: unknown
  /** Where the server names none. */
  fallback: string
  words: Words
}

/** Fetches a file and offers it as a download, with its progress at the bottom, where it can be cancelled. */
async function download({ fallback, words, query = {}, ...asked }: Asked): Promise<void> {
  const stop = new AbortController()
  const progress = showProgress(words.preparing, () => stop.abort())
  try {
    const answer = await client({
      ...asked,
      query: { ...query },
      responseType: 'blob',
      signal: stop.signal,
      // A million rows take their time.
      timeout: 0,
      onDownloadProgress: (bytes) => {
        progress.update(words.soFar(formatFileSize(bytes)))
      },
    })
    const name = nameOf(answer.headers.get('content-disposition'), fallback)
    saveBlob(answer.data, name)
    toast(words.done(name))
  } catch (error) {
    if (stop.signal.aborted) toast(words.cancelled)
    else if (error instanceof ApiError) toastError(error, words.failed)
    else throw error
  } finally {
    progress.close()
  }
}

/**
 * Downloads an export. The query is the endpoint's without `format` and `bom`. Times are by the workspace's clocks,
 * whoever opens the file, and as an import reads them.
 */
export function downloadExport(
  { method, path }: AnyEndpoint,
  format: ExportFormat,
  { query, body }: { query: object; body?: unknown },
): Promise<void> {
  const kind = format === 'xlsx' ? 'xlsx' : 'csv'
  const asked = { ...query, format: kind, bom: format === 'csv-bom' ? 'true' : undefined }
  return download({ method, path, query: asked, body, fallback: `export.${kind}`, words: exportWords() })
}

/** Downloads the file that an endpoint makes of one row. */
export function downloadFile({ method, path }: AnyEndpoint, params: { id: string }): Promise<void> {
  return download({
    method,
    path: path.replace('{id}', params.id),
    fallback: 'export.zip',
    words: fileWords(),
  })
}

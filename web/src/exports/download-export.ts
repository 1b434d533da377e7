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

/**
 * Fetches an export and offers it as a download, with its progress at the bottom, where it can be cancelled. The
 * query is the endpoint's without `format` and `bom`. Times are by the workspace's clocks, whoever opens the file, and as
 * an import reads them.
 */
export async function downloadExport(
  endpoint: AnyEndpoint,
  format: ExportFormat,
  { query, body }: { query: object; body?: unknown },
): Promise<void> {
  const stop = new AbortController()
  const progress = showProgress(t`Preparing the export`, () => stop.abort())
  try {
    const answer = await client({
      method: endpoint.method,
      path: endpoint.path,
      query: {
        ...query,
        format: format === 'xlsx' ? 'xlsx' : 'csv',
        bom: format === 'csv-bom' ? 'true' : undefined,
      },
      body,
      responseType: 'blob',
      signal: stop.signal,
      // A million rows take their time.
      timeout: 0,
      onDownloadProgress: (bytes) => {
        const size = formatFileSize(bytes)
        progress.update(t`Exporting: ${size} so far`)
      },
    })
    const name = nameOf(
      answer.headers.get('content-disposition'),
      `export.${format === 'xlsx' ? 'xlsx' : 'csv'}`,
    )
    saveBlob(answer.data, name)
    toast(t`Exported ${name}`)
  } catch (error) {
    if (stop.signal.aborted) toast(t`Export cancelled`)
    else if (error instanceof ApiError) toastError(error, t`Not exported`)
    else throw error
  } finally {
    progress.close()
  }
}

import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { saveBlob } from '../ui/save-blob.ts'
import { toastError } from '../ui/toast.tsx'

/** Downloads a report of an import, named after the imported file: `people.xlsx` gives `people-errors.csv`. */
export function useReportDownload(load: () => Promise<unknown>, fileName: string, kind: string) {
  return useMutation({
    mutationFn: load,
    onSuccess: (blob) => saveBlob(blob as Blob, `${fileName.replace(/\.\w+$/, '')}-${kind}.csv`),
    onError: (error) => toastError(error, t`Report not downloaded`),
  })
}

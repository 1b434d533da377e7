import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import type { ImportField } from '@muster/contract/import-fields.ts'
import { downloadPreviewLosses } from '@muster/contract/import-preview.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { saveBlob } from '../ui/save-blob.ts'
import { toastError } from '../ui/toast.tsx'
import type { ImportSettings } from './import-settings.ts'
import { DownloadLosses, LostValues } from './lost-values.tsx'
import type { Preview } from './use-preview.ts'

interface PreviewLossesProps {
  preview: Preview
  settings: ImportSettings
  fileName: string
  shown: ImportField | undefined
  onShow: (shown: ImportField | undefined) => void
}

/** The rows that would be imported without some of their values. */
export function PreviewLosses({ preview, settings, fileName, shown, onShow }: PreviewLossesProps) {
  const download = useMutation({
    mutationFn: () => call(downloadPreviewLosses, { body: settings }, { responseType: 'blob' }),
    onSuccess: (blob) =>
      saveBlob(blob as unknown as Blob, `${fileName.replace(/\.\w+$/, '')}-lost-values.csv`),
    onError: (error) => toastError(error, t`Report not downloaded`),
  })
  return (
    <LostValues
      losses={preview.losses}
      shown={shown}
      onShow={onShow}
      action={<DownloadLosses busy={download.isPending} onDownload={download.mutate} />}
    >
      <Plural
        value={preview.lostRows}
        one="# row will be imported without some of its values. Correct it below or in the file."
        other="# rows will be imported without some of their values. Correct them below or in the file."
      />
    </LostValues>
  )
}

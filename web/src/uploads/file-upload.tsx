import { t } from '@lingui/core/macro'
import { ActionIcon, Button, Progress } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { maxUploadBytes, uploadFile } from '@muster/contract/uploads.ts'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { formatNumber, formatPercent } from '../ui/format.ts'
import { toastError } from '../ui/toast.tsx'
import { ChooseFile } from './choose-file.tsx'
import classes from './file-upload.module.css'

export type UploadedFile = ResponseOf<typeof uploadFile>

const accepted = '.pdf,.doc,.docx,.odt,.rtf,.txt,.png,.jpg,.jpeg,.webp'
const megabyte = 1024 * 1024

interface FileUploadProps {
  /** The label of the button: "Upload résumé". */
  label: string
  /** Shows an icon alone, where there is no room for the label. */
  isIcon?: boolean
  onUploaded: (file: UploadedFile) => void
  /** Without a border, for a bar. */
  quiet?: boolean
}

/** A button that uploads a file, with the percentage sent so far. */
export function FileUpload({ label, isIcon, onUploaded, quiet }: FileUploadProps) {
  const [percent, setPercent] = useState(0)
  const upload = useMutation({
    mutationFn: (file: File) => {
      if (file.size > maxUploadBytes) {
        const most = formatNumber(maxUploadBytes / megabyte)
        throw new ApiError(
          'PAYLOAD_TOO_LARGE',
          t`${file.name} is larger than ${most} MB. Choose a smaller file.`,
        )
      }
      return call(uploadFile, {}, { file, onUploadProgress: setPercent })
    },
    onMutate: () => setPercent(0),
    onSuccess: onUploaded,
    onError: (error) => toastError(error, t`Not uploaded`),
  })
  return (
    <div className={classes.upload}>
      <ChooseFile accept={accepted} label={label} onChoose={upload.mutate}>
        {(button) =>
          isIcon ? (
            <ActionIcon {...button} size="sm" aria-label={label} title={label} disabled={upload.isPending}>
              <IconUpload size={14} stroke={1.6} />
            </ActionIcon>
          ) : (
            <Button
              {...button}
              variant={quiet ? 'subtle' : 'default'}
              color={quiet ? 'gray' : undefined}
              size="xs"
              leftSection={quiet ? undefined : <IconUpload size={14} stroke={1.6} />}
              disabled={upload.isPending}
            >
              {label}
            </Button>
          )
        }
      </ChooseFile>
      {upload.isPending && (
        <>
          <Progress value={percent} size="sm" className={classes.bar} aria-label={t`Sent`} />
          <span className={classes.percent} role="status">
            {formatPercent(percent / 100)}
          </span>
        </>
      )}
    </div>
  )
}

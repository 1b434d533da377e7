import { Button } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { toastError } from '../ui/toast.tsx'
import classes from './file-upload.module.css'
import { canShow, type FileRef, saveFile, showFile } from './open-file.ts'

const kilobyte = 1024

function sizeOf(bytes: number): string {
  return bytes < kilobyte * kilobyte
    ? `${Math.max(1, Math.round(bytes / kilobyte))} kB`
    : `${(bytes / kilobyte / kilobyte).toFixed(1)} MB`
}

/** A stored file: its name, and ways to see and save it. */
export function FileActions({ file }: { file: FileRef & { size?: number } }) {
  const show = useMutation({
    mutationFn: () => showFile(file),
    onError: (error) => toastError(error, `${file.name} not opened`),
  })
  const save = useMutation({
    mutationFn: () => saveFile(file),
    onError: (error) => toastError(error, `${file.name} not downloaded`),
  })
  return (
    <>
      <div className={classes.file}>
        <span className={classes.name} title={file.name}>
          {file.name}
        </span>
        {file.size !== undefined && <span className={classes.size}>{sizeOf(file.size)}</span>}
      </div>
      <div className={classes.file}>
        {canShow(file) && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconExternalLink size={14} stroke={1.6} />}
            loading={show.isPending}
            onClick={() => show.mutate()}
          >
            Open
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.6} />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Download
        </Button>
      </div>
    </>
  )
}

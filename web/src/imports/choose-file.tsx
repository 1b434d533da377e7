import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { maxImportBytes } from '@muster/contract/import-fields.ts'
import { analyzeImport } from '@muster/contract/imports.ts'
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { formatDecimal, formatPercent } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import type { Analysis } from './import-settings.ts'
import classes from './imports.module.css'

interface ChooseFileProps {
  onAnalysed: (analysis: Analysis, file: File) => void
  /** There was a file, which cannot be shown any more. */
  wasLost: boolean
}

const megabyte = 1024 * 1024

function sizeOf({ size }: File): string {
  return size < megabyte
    ? t`${formatDecimal(Math.max(0.1, size / 1024))} kB`
    : t`${formatDecimal(size / megabyte)} MB`
}

/** Why a file was not taken, and what to do: it may be the line and not the file. */
function whyNot(error: Error, file: File): { text: string; mayPass: boolean } {
  if (file.size > maxImportBytes)
    return { text: t`The file is larger than 100 MB. Split it and import the parts.`, mayPass: false }
  const mayPass = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  return { text: errorMessage(error), mayPass }
}

/** Takes a file that is dropped anywhere on the page, which the browser would open instead. */
function useDropAnywhere(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const drop = useEffectEvent((event: DragEvent) => {
    setIsOver(false)
    const file = event.dataTransfer?.files[0]
    if (!file) return
    event.preventDefault()
    onFile(file)
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const dropped = (event: DragEvent) => drop(event)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', dropped)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', dropped)
    }
  }, [])
  return isOver
}

/** The first step: a file dropped or chosen, sent with its percent, and read by the server. */
export function ChooseFile({ onAnalysed, wasLost }: ChooseFileProps) {
  const [percent, setPercent] = useState(0)
  const sending = useRef<AbortController>(null)
  const analyse = useMutation({
    mutationFn: (file: File) => {
      sending.current = new AbortController()
      const { signal } = sending.current
      return call(analyzeImport, {}, { file, signal, onUploadProgress: setPercent })
    },
    onMutate: () => setPercent(0),
    onSuccess: onAnalysed,
  })
  const stopped = sending.current?.signal.aborted === true
  const isOver = useDropAnywhere((file) => {
    if (!analyse.isPending) analyse.mutate(file)
  })
  useEffect(() => () => sending.current?.abort(), [])

  const file = analyse.variables
  const refusal = analyse.error && file && !stopped ? whyNot(analyse.error, file) : null
  return (
    <Section
      title={t`File`}
      text={t`CSV, TSV or Excel (.xlsx), up to 100 MB. Nothing is imported until you confirm.`}
    >
      {wasLost && !file && (
        <p className={classes.note}>
          <Trans>This file is no longer available. Choose it again to continue.</Trans>
        </p>
      )}
      {refusal && (
        <div role="alert" className={classes.refusal}>
          <IconAlertTriangle size={20} stroke={1.6} aria-hidden />
          <div>
            <strong>
              {refusal.mayPass ? t`${file!.name} was not uploaded` : t`${file!.name} cannot be imported`}
            </strong>
            <p>{refusal.text}</p>
          </div>
          {refusal.mayPass && (
            <Button variant="default" onClick={() => analyse.mutate(file!)}>
              <Trans>Retry</Trans>
            </Button>
          )}
        </div>
      )}
      {analyse.isPending ? (
        <div className={classes.sending}>
          <div role="status">
            <strong>{file!.name}</strong> <span className={classes.caption}>{sizeOf(file!)}</span>
            <Progress value={percent} animated={percent === 100} aria-label={t`Upload`} />
            <span className={classes.caption}>
              {percent < 100 ? t`Uploading, ${formatPercent(percent / 100)}` : t`Reading the file`}
            </span>
          </div>
          <Button variant="default" onClick={() => sending.current?.abort()}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      ) : (
        <Dropzone
          onDrop={([first]) => first && analyse.mutate(first)}
          multiple={false}
          // The page takes what is dropped, here too.
          activateOnDrag={false}
          data-over={isOver || undefined}
          className={classes.dropzone}
          inputProps={{ 'aria-label': t`File to import` }}
        >
          <div className={classes.drop}>
            <IconFileSpreadsheet size={28} stroke={1.4} aria-hidden />
            <span className={classes.dropTitle}>
              {isOver ? <Trans>Drop to upload</Trans> : <Trans>Drop a file anywhere on this page</Trans>}
            </span>
            <Button component="span" variant={refusal ? 'default' : 'filled'}>
              <Trans>Choose file</Trans>
            </Button>
          </div>
        </Dropzone>
      )}
      <ul className={classes.promises}>
        <li>
          <Trans>Any delimiter, encoding and header row, and files with several sheets</Trans>
        </li>
        <li>
          <Trans>Review and correct every row before anything is saved</Trans>
        </li>
        <li>
          <Trans>No emails or calls are sent, and the whole import can be undone</Trans>
        </li>
      </ul>
    </Section>
  )
}

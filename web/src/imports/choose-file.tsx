import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { analyzeImport, maxImportBytes } from '@muster/contract/imports.ts'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { formatPercent } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { ErrorState } from '../ui/state.tsx'
import classes from './imports.module.css'
import type { Analysis } from './new-import-page.tsx'

interface ChooseFileProps {
  onAnalysed: (analysis: Analysis, file: File) => void
}

/** The first step: a file dropped or chosen, sent with its percent, and read by the server. */
export function ChooseFile({ onAnalysed }: ChooseFileProps) {
  const [percent, setPercent] = useState(0)
  const analyse = useMutation({
    mutationFn: (file: File) => call(analyzeImport, {}, { file, onUploadProgress: setPercent }),
    onMutate: () => setPercent(0),
    onSuccess: onAnalysed,
  })

  function choose(files: File[]) {
    const [file] = files
    if (file) analyse.mutate(file)
  }

  return (
    <Section title={t`File`} text={t`CSV, TSV or Excel (.xlsx), up to 100 MB. Nothing is imported yet.`}>
      {analyse.isPending ? (
        <div role="status">
          <Progress value={percent} aria-label={t`Upload`} />
          <span className={classes.caption}>
            {percent < 100 ? t`Sending, ${formatPercent(percent / 100)}` : t`Reading the file…`}
          </span>
        </div>
      ) : (
        <Dropzone
          onDrop={choose}
          onReject={choose as never}
          multiple={false}
          inputProps={{ 'aria-label': t`File to import` }}
        >
          <div className={classes.drop}>
            <IconFileSpreadsheet size={28} stroke={1.4} aria-hidden />
            <span className={classes.dropTitle}>
              <Trans>Drop a file here</Trans>
            </span>
            <Button component="span" variant="default">
              <Trans>Choose file</Trans>
            </Button>
          </div>
        </Dropzone>
      )}
      {analyse.error && (
        <ErrorState
          title={t`${analyse.variables.name} cannot be imported`}
          text={
            analyse.variables.size > maxImportBytes
              ? t`It is larger than 100 MB. Split it and import the parts.`
              : errorMessage(analyse.error)
          }
        />
      )}
    </Section>
  )
}

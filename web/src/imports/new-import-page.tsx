import { msg, t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { analyzeImport, previewImport } from '@muster/contract/imports.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Page } from '../layout/page.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ImportProgress } from './import-progress.tsx'
import { type ImportSettings, initialSettings } from './import-settings.ts'
import classes from './imports.module.css'
import { MapColumns } from './map-columns.tsx'
import { PreviewRows } from './preview-rows.tsx'

const route = getRouteApi('/imports/new')

export type Analysis = ResponseOf<typeof analyzeImport>
export type Preview = ResponseOf<typeof previewImport>

const steps = [msg`File`, msg`Columns`, msg`Preview`, msg`Import`]

function Steps({ current }: { current: number }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          {index + 1} {t(step)}
        </li>
      ))}
    </ol>
  )
}

/** File, columns, preview, import: nothing is written before the last step. */
export function NewImportPage() {
  const { id, positionId } = route.useSearch()
  const navigate = route.useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [analysis, setAnalysis] = useState<Analysis | null>(null)
  const [settings, setSettings] = useState<ImportSettings | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const top = useRef<HTMLDivElement>(null)
  const step = id ? 3 : preview ? 2 : analysis ? 1 : 0

  // Each step begins at its top, however far down the one before was left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the step changes
  useEffect(() => {
    top.current?.scrollIntoView()
  }, [step])

  function analysed(next: Analysis, from: File) {
    setFile(from)
    setAnalysis(next)
    setSettings(initialSettings(next, positionId))
    setPreview(null)
  }

  function restart() {
    setAnalysis(null)
    setPreview(null)
    void navigate({ search: {} })
  }

  return (
    <Page title={t`Import applications`} subtitle={analysis && !id ? analysis.fileName : undefined}>
      <div ref={top} className={classes.wizard}>
        <Steps current={step} />
        {id ? (
          <ImportProgress key={id} id={id} onAnother={restart} />
        ) : preview && settings ? (
          <PreviewRows
            preview={preview}
            settings={settings}
            onBack={() => setPreview(null)}
            onStarted={(importId) => navigate({ search: { id: importId } })}
          />
        ) : analysis && settings && file ? (
          <MapColumns
            key={analysis.id}
            analysis={analysis}
            file={file}
            settings={settings}
            onChange={setSettings}
            onAnalysed={analysed}
            onBack={restart}
            onPreview={setPreview}
          />
        ) : (
          <ChooseFile onAnalysed={analysed} />
        )}
      </div>
    </Page>
  )
}

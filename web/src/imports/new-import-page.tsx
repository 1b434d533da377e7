import { msg, t } from '@lingui/core/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Page } from '../layout/page.tsx'
import { ChooseFile } from './choose-file.tsx'
import { type Draft, findDraft, forgetDraft, saveDraft } from './import-draft.ts'
import { ImportProgress } from './import-progress.tsx'
import { type Analysis, initialSettings } from './import-settings.ts'
import classes from './imports.module.css'
import { MapColumns } from './map-columns.tsx'
import { PreviewStep } from './preview-step.tsx'

const route = getRouteApi('/imports/new')

const steps = [msg`File`, msg`Columns`, msg`Preview`, msg`Import`]

function Steps({ current, onStep }: { current: number; onStep: (step: number) => void }) {
  return (
    <ol className={classes.steps} aria-label={t`Steps`}>
      {steps.map((step, index) => {
        const label = `${index + 1} ${t(step)}`
        // What is done can be gone back to until the import has begun.
        const isOpen = index < current && current < 3
        return (
          <li
            key={step.id}
            aria-current={index === current ? 'step' : undefined}
            data-done={index < current || undefined}
          >
            {isOpen ? (
              <button type="button" onClick={() => onStep(index)}>
                {label}
              </button>
            ) : (
              label
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** File, columns, preview, import: nothing is written before the last step. */
export function NewImportPage() {
  const { id, draft: draftId, step: named, positionId } = route.useSearch()
  const navigate = route.useNavigate()
  const [kept, setKept] = useState<Draft | null>(() => (draftId ? findDraft(draftId) : null))
  const draft = kept && kept.analysis.id === draftId ? kept : null
  const top = useRef<HTMLDivElement>(null)
  const step = id ? 3 : !draft ? 0 : named === 'preview' ? 2 : 1

  // Each step begins at its top, however far down the one before was left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the step changes
  useEffect(() => {
    top.current?.scrollIntoView()
    const { activeElement } = document
    // Whoever came by a button that is gone goes on from here.
    if (!activeElement || activeElement === document.body) top.current?.focus()
  }, [step])

  function keep(next: Draft, file?: File) {
    saveDraft(next, file)
    setKept(next)
  }

  function analysed(analysis: Analysis, file: File) {
    keep({ analysis, settings: initialSettings(analysis, positionId) }, file)
    void navigate({ search: { draft: analysis.id, positionId } })
  }

  function toStep(to: number) {
    if (to === 0) return void navigate({ search: { positionId } })
    void navigate({ search: { draft: draftId, positionId, ...(to === 2 ? { step: 'preview' } : {}) } })
  }

  return (
    <Page title={t`Import applications`} subtitle={draft && !id ? draft.analysis.fileName : undefined}>
      <div ref={top} tabIndex={-1} className={classes.wizard}>
        <Steps current={step} onStep={toStep} />
        {id ? (
          <ImportProgress key={id} id={id} onAnother={() => void navigate({ search: {} })} />
        ) : draft && step === 2 ? (
          <PreviewStep
            draft={draft}
            onChange={(settings) => keep({ ...draft, settings })}
            onBack={() => toStep(1)}
            onStarted={(importId) => {
              forgetDraft(draft.analysis.id)
              void navigate({ search: { id: importId }, replace: true })
            }}
          />
        ) : draft ? (
          <MapColumns
            key={draft.analysis.id}
            draft={draft}
            onChange={keep}
            onAnalysed={analysed}
            onBack={() => toStep(0)}
            onPreview={() => toStep(2)}
          />
        ) : (
          <ChooseFile onAnalysed={analysed} wasLost={draftId !== undefined} />
        )}
      </div>
    </Page>
  )
}

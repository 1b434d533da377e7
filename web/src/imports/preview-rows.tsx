import { msg, plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { executeImport, listImports, previewImport } from '@muster/contract/imports.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { formatNumber } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { toastError } from '../ui/toast.tsx'
import type { ImportSettings } from './import-settings.ts'
import classes from './imports.module.css'
import type { Preview } from './new-import-page.tsx'

const results = {
  create: msg`Created`,
  update: msg`Updated`,
  skip: msg`Skipped`,
  conflict: msg`Conflict`,
  invalid: msg`Invalid`,
}

type Result = keyof typeof results

const resultKeys = Object.keys(results) as Result[]

interface PreviewRowsProps {
  preview: Preview
  settings: ImportSettings
  onBack: () => void
  onStarted: (importId: string) => void
}

/** The third step: what will happen to each row, and why; the counts filter the rows. */
export function PreviewRows({ preview, settings, onBack, onStarted }: PreviewRowsProps) {
  const [only, setOnly] = useState<Result | undefined>(undefined)
  const filtered = useQuery({
    ...endpointQuery(previewImport, { body: { ...settings, only } }),
    enabled: only !== undefined,
    placeholderData: keepPreviousData,
  })
  const start = useMutation({
    mutationFn: () => call(executeImport, { body: settings }, { idempotencyKey: settings.importId }),
    onSuccess: (status) => {
      void invalidate(listImports)
      onStarted(status.id)
    },
    onError: (error) => toastError(error, t`Import not started`),
  })
  const { counts } = preview
  const rows = only ? (filtered.data?.rows ?? []) : preview.rows
  const taken = counts.create + counts.update
  return (
    <>
      <Section
        title={t`What will happen`}
        text={t`Of ${plural(counts.total, { one: '# row', other: '# rows' })}. No e-mail is sent and nobody is called.`}
      >
        <div className={classes.counts}>
          {resultKeys.map((result) => (
            <button
              key={result}
              type="button"
              className={classes.count}
              aria-pressed={only === result}
              onClick={() => setOnly(only === result ? undefined : result)}
            >
              <strong>{formatNumber(counts[result])}</strong>
              {t(results[result])}
            </button>
          ))}
        </div>
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Row</Trans>
                </th>
                <th scope="col">
                  <Trans>Result</Trans>
                </th>
                <th scope="col">
                  <Trans>Name</Trans>
                </th>
                <th scope="col">
                  <Trans>Contact</Trans>
                </th>
                <th scope="col">
                  <Trans>Position</Trans>
                </th>
                <th scope="col">
                  <Trans>Why</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.row}>
                  <td>{formatNumber(row.row)}</td>
                  <td>{t(results[row.result])}</td>
                  <td className={classes.name}>{row.name}</td>
                  <td>{[row.email, row.phone].filter(Boolean).join(' · ')}</td>
                  <td>{row.position}</td>
                  <td>
                    {row.matchedBy && (
                      <div className={classes.caption}>
                        <Trans>known by {row.matchedBy}</Trans>
                      </div>
                    )}
                    {row.problems.map((problem) => (
                      <div
                        key={`${problem.column} ${problem.code}`}
                        className={classes.problem}
                        data-severity={problem.severity}
                      >
                        {problem.column ? `${problem.column}: ` : ''}
                        {problem.message}
                      </div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {rows.length === 0 && !filtered.isFetching && (
          <span className={classes.caption}>
            <Trans>No such rows.</Trans>
          </span>
        )}
      </Section>
      <div className={classes.footer}>
        <Button variant="default" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button loading={start.isPending} disabled={taken === 0} onClick={() => start.mutate()}>
          <Plural value={taken} one="Import # row" other="Import # rows" />
        </Button>
      </div>
    </>
  )
}

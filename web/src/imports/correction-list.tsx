import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Popover } from '@mantine/core'
import { listImportCorrections } from '@muster/contract/import-preview.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { formatNumber } from '../ui/format.ts'
import type { Analysis } from './import-settings.ts'
import classes from './imports.module.css'
import type { Correction } from './use-preview.ts'

interface CorrectionListProps {
  importId: string
  analysis: Analysis
  onTakeBack: (corrections: Correction[]) => void
}

/** What was corrected in this file, each with a way back. */
export function CorrectionList({ importId, analysis, onTakeBack }: CorrectionListProps) {
  const { data: items = [] } = useQuery({
    queryKey: ['import-corrections', importId],
    queryFn: async () => (await call(listImportCorrections, { params: { id: importId } })).items,
  })
  if (items.length === 0) return null
  const headerOf = (index: number) => analysis.columns.find((column) => column.index === index)?.header
  return (
    <Popover position="bottom-end" width={360} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default">
          {plural(items.length, { one: '# correction', other: '# corrections' })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={classes.corrections} aria-label={t`Corrections`}>
          {items.map((one) => (
            <li key={`${one.column} ${one.row} ${one.original}`}>
              <span>
                <span className={classes.caption}>
                  {headerOf(one.column)}
                  {' · '}
                  {one.row === null ? t`all rows with this value` : t`row ${formatNumber(one.row)}`}
                </span>
                <span className={classes.change}>
                  <s>{one.original || t`empty`}</s> {one.value || t`empty`}
                </span>
              </span>
              <Button size="xs" variant="default" onClick={() => onTakeBack([{ ...one, value: null }])}>
                <Trans>Undo</Trans>
              </Button>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

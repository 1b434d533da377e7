import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { listUsers } from '@muster/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { statusTypeLabels } from '../texts/contract-words.ts'
import { formatNumber } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { type ImportSettings, isMapped, matchValue } from './import-settings.ts'
import { importFieldWords } from './import-words.ts'
import classes from './imports.module.css'
import type { Analysis } from './new-import-page.tsx'
import { type Option, usePositionOptions } from './position-options.ts'

/** Sources are taken as they stand; these name something that exists. */
const matchedFields = ['position', 'status', 'owner'] as const

type MatchedField = (typeof matchedFields)[number]

/** A file may name more positions than anyone matches by hand. */
const mostShown = 50

function useOptions(): Record<MatchedField, Option[]> {
  const position = usePositionOptions()
  const users = useQuery(endpointQuery(listUsers, { query: { limit: 200 } }))
  return {
    position,
    status: statusTypeKeys.map((value) => ({ value, label: t(statusTypeLabels[value]) })),
    owner: (users.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }
}

interface ValueMatchesProps {
  analysis: Analysis
  settings: ImportSettings
  onChange: (settings: ImportSettings) => void
}

/** What the values of position, status and owner are taken for, each said once and remembered. */
export function ValueMatches({ analysis, settings, onChange }: ValueMatchesProps) {
  const options = useOptions()
  return matchedFields.map((field) => {
    const values = analysis.values[field]
    if (!isMapped(settings, field) || values.length === 0) return null
    const chosen = settings.values?.[field] ?? {}
    const unknown = values.filter(({ value }) => !chosen[value]).length
    return (
      <Section
        key={field}
        title={t(importFieldWords[field])}
        text={
          unknown > 0
            ? t`${formatNumber(unknown)} of ${plural(values.length, { one: '# value', other: '# values' })} not known yet`
            : t`Every value is known`
        }
      >
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>In the file</Trans>
                </th>
                <th scope="col">
                  <Trans>Rows</Trans>
                </th>
                <th scope="col">{t({ message: 'Is', context: 'what a value of the file stands for' })}</th>
              </tr>
            </thead>
            <tbody>
              {values.slice(0, mostShown).map(({ value, count }) => (
                <tr key={value}>
                  <td className={classes.name}>{value}</td>
                  <td>{formatNumber(count)}</td>
                  <td className={classes.field}>
                    <NativeSelect
                      aria-label={t`${value} is`}
                      data={[{ value: '', label: t`Not known` }, ...options[field]]}
                      value={chosen[value] ?? ''}
                      onChange={(event) =>
                        onChange(matchValue(settings, field, value, event.currentTarget.value || null))
                      }
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {values.length > mostShown && (
          <span className={classes.caption}>
            <Plural
              value={values.length - mostShown}
              one="# rarer value is left as found."
              other="# rarer values are left as found."
            />
          </span>
        )}
      </Section>
    )
  })
}

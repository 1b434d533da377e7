import { NativeSelect } from '@mantine/core'
import { importFields } from '@muster/contract/imports.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { statusTypeKeys, statusTypes } from '@muster/contract/status-types.ts'
import { listUsers } from '@muster/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { formatNumber } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { type ImportSettings, isMapped, matchValue } from './import-settings.ts'
import classes from './imports.module.css'
import type { Analysis } from './new-import-page.tsx'

/** Sources are taken as they stand; these name something that exists. */
const matchedFields = ['position', 'status', 'owner'] as const

type MatchedField = (typeof matchedFields)[number]

/** A file may name more positions than anyone matches by hand. */
const mostShown = 50

interface Option {
  value: string
  label: string
}

function useOptions(): Record<MatchedField, Option[]> {
  const positions = useQuery(
    endpointQuery(listPositions, { query: { state: 'open', limit: 200, sort: 'name' } }),
  )
  const users = useQuery(endpointQuery(listUsers, { query: { limit: 200 } }))
  return {
    position: (positions.data?.items ?? []).map(({ id, name, company }) => ({
      value: id,
      label: `${name} · ${company.name}`,
    })),
    status: statusTypeKeys.map((value) => ({ value, label: statusTypes[value].label })),
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
        title={importFields[field]}
        text={
          unknown > 0
            ? `${formatNumber(unknown)} of ${formatNumber(values.length)} values are not known yet`
            : 'Every value is known'
        }
      >
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">In the file</th>
                <th scope="col">Rows</th>
                <th scope="col">Is</th>
              </tr>
            </thead>
            <tbody>
              {values.slice(0, mostShown).map(({ value, count }) => (
                <tr key={value}>
                  <td className={classes.name}>{value}</td>
                  <td>{formatNumber(count)}</td>
                  <td className={classes.field}>
                    <NativeSelect
                      aria-label={`${value} is`}
                      data={[{ value: '', label: 'Not known' }, ...options[field]]}
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
            {formatNumber(values.length - mostShown)} rarer values are left as found.
          </span>
        )}
      </Section>
    )
  })
}

import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { listApplicationFacets } from '@muster/contract/application-counts.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { listUsers } from '@muster/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { statusTypeLabels } from '../texts/contract-words.ts'
import { formatNumber } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import {
  type Analysis,
  type ImportSettings,
  isMapped,
  matchValue,
  type ValueField,
} from './import-settings.ts'
import { importFieldWords } from './import-words.ts'
import classes from './imports.module.css'
import { type Option, usePositionOptions } from './position-options.ts'

const fields = ['position', 'status', 'source', 'owner'] as const satisfies ValueField[]

/** A file may name more values than anyone matches by hand. */
const mostShown = 50

function useOptions(): Record<ValueField, Option[]> {
  const position = usePositionOptions()
  const users = useQuery(endpointQuery(listUsers, { query: { limit: 200 } }))
  const facets = useQuery(endpointQuery(listApplicationFacets))
  return {
    position,
    status: statusTypeKeys.map((value) => ({ value, label: t(statusTypeLabels[value]) })),
    source: (facets.data?.sources ?? []).map((source) => ({ value: source, label: source })),
    owner: (users.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }
}

interface ValueMatchesProps {
  analysis: Analysis
  settings: ImportSettings
  /** Fields with more values than are listed. */
  moreValues: readonly string[]
  /** The values of a column mapped by hand are on their way. */
  isReading: boolean
  onChange: (settings: ImportSettings) => void
}

/** What the values of position, status, source and owner are taken for, each said once and remembered. */
export function ValueMatches({ analysis, settings, moreValues, isReading, onChange }: ValueMatchesProps) {
  const options = useOptions()
  return fields.map((field) => {
    if (!isMapped(settings, field)) return null
    const title = t(importFieldWords[field])
    const values = analysis.values[field]
    if (values.length === 0)
      return isReading ? <Section key={field} title={title} text={t`Reading the values…`} /> : null
    const chosen = settings.values?.[field] ?? {}
    // A source is a text and never unknown.
    const isUnknown = (value: string) => field !== 'source' && !chosen[value]
    const unknown = values.filter(({ value }) => isUnknown(value))
    const unknownRows = unknown.reduce((sum, { count }) => sum + count, 0)
    // What nobody knew stands first, and stays there while it is chosen.
    const wasUnknown = values.filter(({ match }) => field !== 'source' && match === null)
    const sorted = [...wasUnknown, ...values.filter((one) => !wasUnknown.includes(one))]
    const labelId = `sources-${field}`
    return (
      <Section
        key={field}
        title={title}
        text={
          unknown.length > 0
            ? t`${formatNumber(unknown.length)} of ${plural(values.length, { one: '# value', other: '# values' })} not known yet, in ${plural(unknownRows, { one: '# row', other: '# rows' })}`
            : t`Every value is known. What you choose is remembered.`
        }
      >
        {field === 'source' && (
          <datalist id={labelId}>
            {options.source.map(({ value }) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        )}
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
              {sorted.slice(0, mostShown).map(({ value, count }) => (
                <tr key={value} data-unknown={isUnknown(value) || undefined}>
                  <td className={classes.name}>{value}</td>
                  <td>{plural(count, { one: '# row', other: '# rows' })}</td>
                  <td className={classes.field}>
                    {field === 'source' ? (
                      <TextInput
                        aria-label={t`${value} is`}
                        list={labelId}
                        maxLength={120}
                        placeholder={t`Leave empty`}
                        value={chosen[value] ?? ''}
                        onChange={(event) =>
                          onChange(matchValue(settings, field, value, event.currentTarget.value || null))
                        }
                      />
                    ) : (
                      <NativeSelect
                        aria-label={t`${value} is`}
                        data={[{ value: '', label: t`Not known` }, ...options[field]]}
                        value={chosen[value] ?? ''}
                        onChange={(event) =>
                          onChange(matchValue(settings, field, value, event.currentTarget.value || null))
                        }
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {(values.length > mostShown || moreValues.includes(field)) && (
          <span className={classes.caption}>
            {moreValues.includes(field) ? (
              <Trans>There are more, rarer values: they are left as found.</Trans>
            ) : (
              <Plural
                value={values.length - mostShown}
                one="# rarer value is left as found."
                other="# rarer values are left as found."
              />
            )}
          </span>
        )}
      </Section>
    )
  })
}

import { plural, t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { getStorage } from '@muster/contract/admin.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatCompact, formatNumber, formatPercent } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { ErrorState } from '../ui/state.tsx'
import { formatFileSize } from '../uploads/file-size.ts'
import classes from './admin.module.css'

/** Sizes change slowly, and the query reads the files of every table. */
const refetchInterval = 60_000
const shown = 12
/** Autovacuum starts long before; more means that it does not keep up. */
const manyDead = 0.5

/** Shows the disk usage of files and of each table. */
export function StorageSection() {
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getStorage),
    refetchInterval: refetchInterval,
  })
  if (!data)
    return (
      <Section title={t`Storage`}>
        {error ? (
          <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </Section>
    )
  const { files, tables, databaseBytes } = data
  const count = formatNumber(files.count)
  const size = formatFileSize(files.bytes)
  const rest = tables.slice(shown).reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <Section title={t`Storage`}>
      <DescriptionList>
        <dt>{t`Database`}</dt>
        <dd>{formatFileSize(databaseBytes)}</dd>
        <dt>{t`Files`}</dt>
        <dd>{plural(files.count, { one: `${count} file, ${size}`, other: `${count} files, ${size}` })}</dd>
      </DescriptionList>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={t`Tables`} tabIndex={0}>
        <table className={classes.figures}>
          <thead>
            <tr>
              <th scope="col">{t({ message: 'Table', context: 'of the database' })}</th>
              <th scope="col" data-number title={t`Estimated by the database`}>
                {t`Rows`}
              </th>
              <th scope="col" data-number>{t`Size`}</th>
              <th scope="col" data-number>
                {t({ message: 'Indexes', context: 'of the database' })}
              </th>
              <th scope="col" data-number title={t`Changed or deleted rows that are not vacuumed yet`}>
                {t({ message: 'Dead rows', context: 'of the database' })}
              </th>
            </tr>
          </thead>
          <tbody>
            {tables.slice(0, shown).map(({ name, rows, bytes, indexBytes, deadRows }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-number>{formatCompact(rows)}</td>
                <td data-number>{formatFileSize(bytes)}</td>
                <td data-number>{formatPercent(bytes === 0 ? 0 : indexBytes / bytes)}</td>
                <td
                  data-number
                  className={deadRows > 1000 && deadRows > rows * manyDead ? classes.late : undefined}
                >
                  {formatCompact(deadRows)}
                </td>
              </tr>
            ))}
            {rest > 0 && (
              <tr>
                <th scope="row" className={classes.faint}>{t`Other tables`}</th>
                <td />
                <td data-number>{formatFileSize(rest)}</td>
                <td />
                <td />
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </Section>
  )
}

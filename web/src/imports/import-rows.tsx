import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type importRowKinds, listImportRows } from '@muster/contract/import-rows.ts'
import { errorMessage } from '../api/api-error.ts'
import { usePages } from '../api/pages.ts'
import { formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { ErrorState } from '../ui/state.tsx'
import classes from './imports.module.css'

interface ImportRowsProps {
  id: string
  result: (typeof importRowKinds)[number]
}

/** The rows behind a figure of the result: whom each became, or why it was not taken. */
export function ImportRows({ id, result }: ImportRowsProps) {
  const pages = usePages(listImportRows, { params: { id }, query: { result } })
  if (pages.isPending) return <p className={classes.caption}>{t`Loading rows`}</p>
  if (pages.error) return <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={t`Rows`}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Row</Trans>
              </th>
              <th scope="col">
                <Trans>Name</Trans>
              </th>
              <th scope="col">
                <Trans>Reason</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {pages.rows.map(({ row, name, message, applicationId, candidateId, cells }) => (
              <tr key={row}>
                <td>{formatNumber(row)}</td>
                <td className={classes.name}>
                  {applicationId ? (
                    <TextLink to="/applications/$id" params={{ id: applicationId }}>
                      {name}
                    </TextLink>
                  ) : candidateId ? (
                    <TextLink to="/candidates/$id" params={{ id: candidateId }}>
                      {name}
                    </TextLink>
                  ) : (
                    <span className={classes.samples}>{name ?? cells?.filter(Boolean).join(' · ')}</span>
                  )}
                </td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages.hasMore && (
        <div className={classes.buttons}>
          <ShowMore pages={pages}>
            <Trans>Show more rows</Trans>
          </ShowMore>
        </div>
      )}
    </>
  )
}

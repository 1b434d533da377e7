import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import {
  downloadImportLosses,
  downloadLeftOutRows,
  downloadRaggedRows,
  type importRowKinds,
  listLeftOutRows,
} from '@muster/contract/import-rows.ts'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { usePages } from '../api/pages.ts'
import { formatNumber } from '../ui/format.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { ErrorState } from '../ui/state.tsx'
import { leftOutLabels } from './import-labels.ts'
import { ImportRows } from './import-rows.tsx'
import type { Import } from './import-undo.tsx'
import classes from './imports.module.css'
import { LeftEmpty, LostValues } from './lost-values.tsx'
import { DownloadRows, RowsNotice, ShowRows } from './rows-notice.tsx'

type Kind = (typeof importRowKinds)[number]

interface ResultNoticesProps {
  of: Import
  shown: Kind | null
  onShow: (kind: Kind) => void
}

/** Rows of a result that lost values, are of another length than their header, or were left out. */
export function ResultNotices({ of, shown, onShow }: ResultNoticesProps) {
  const [showsLeftOut, setShowsLeftOut] = useState(false)
  const { fileName } = of
  const params = { id: of.id }
  const asFile = { responseType: 'blob' } as const
  return (
    <>
      <LostValues
        losses={of.losses}
        text={
          <Plural
            value={of.lostRows}
            one="# row lost a value. Download it, correct it and import that file to fill in the value."
            other="# rows lost a value. Download them, correct them and import that file to fill in the values."
          />
        }
        load={() => call(downloadImportLosses, { params }, asFile)}
        fileName={fileName}
        action={
          <ShowRows isShown={shown === 'lost'} onShow={() => onShow('lost')}>
            <Trans>Show rows with lost values</Trans>
          </ShowRows>
        }
      >
        {shown === 'lost' && <NoticeRows id={of.id} result="lost" />}
      </LostValues>
      <LeftEmpty fields={of.leftEmpty} />
      {of.invitedOwners > 0 && (
        <RowsNotice
          label={t`Invited owners`}
          text={
            <Plural
              value={of.invitedOwners}
              one="# owner has not accepted the invitation yet. Their rows are unassigned until then."
              other="# owners have not accepted their invitations yet. Their rows are unassigned until then."
            />
          }
        />
      )}
      {of.raggedRows > 0 && (
        <RowsNotice
          label={t`Misaligned rows`}
          text={
            <Plural
              value={of.raggedRows}
              one="# row has more or fewer cells than the header. Check that its values are in the right columns."
              other="# rows have more or fewer cells than the header. Check that their values are in the right columns."
            />
          }
          isWarning
          actions={
            <>
              <ShowRows isShown={shown === 'ragged'} onShow={() => onShow('ragged')}>
                <Trans>Show misaligned rows</Trans>
              </ShowRows>
              <DownloadRows
                load={() => call(downloadRaggedRows, { params }, asFile)}
                fileName={fileName}
                kind="rows-of-another-length"
              >
                <Trans>Download misaligned rows</Trans>
              </DownloadRows>
            </>
          }
        >
          {shown === 'ragged' && <NoticeRows id={of.id} result="ragged" />}
        </RowsNotice>
      )}
      {of.leftOut > 0 && (
        <RowsNotice
          label={t`Excluded rows`}
          text={
            <Plural
              value={of.leftOut}
              one="# row was excluded because it does not look like data"
              other="# rows were excluded because they do not look like data"
            />
          }
          actions={
            <>
              <ShowRows isShown={showsLeftOut} onShow={() => setShowsLeftOut(!showsLeftOut)}>
                <Trans>Show excluded rows</Trans>
              </ShowRows>
              <DownloadRows
                load={() => call(downloadLeftOutRows, { params }, asFile)}
                fileName={fileName}
                kind="left-out"
              >
                <Trans>Download excluded rows</Trans>
              </DownloadRows>
            </>
          }
        >
          {showsLeftOut && <LeftOutTable importId={of.id} />}
        </RowsNotice>
      )}
    </>
  )
}

function NoticeRows(props: { id: string; result: 'lost' | 'ragged' }) {
  return (
    <div className={classes.noticeRows}>
      <ImportRows {...props} />
    </div>
  )
}

function LeftOutTable({ importId }: { importId: string }) {
  const pages = usePages(listLeftOutRows, { params: { id: importId }, query: {} })
  if (pages.isPending) return <p className={classes.caption}>{t`Loading rows`}</p>
  if (pages.error) return <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />
  return (
    <div className={classes.noticeRows}>
      <ul className={classes.leftOutRows}>
        {pages.rows.map(({ row, why, cells }) => (
          <li key={row}>
            {t`Row ${formatNumber(row)}: ${cells.filter(Boolean).join(' · ')}`}{' '}
            <span className={classes.caption}>{t(leftOutLabels[why])}</span>
          </li>
        ))}
      </ul>
      <ShowMore pages={pages} size="xs">
        <Trans>Show more rows</Trans>
      </ShowMore>
    </div>
  )
}

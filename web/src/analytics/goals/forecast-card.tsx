import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { forecastOutlookLabels } from '@muster/contract/goal-labels.ts'
import { getOpeningsForecast, longestForecast } from '@muster/contract/goals.ts'
import { IconBriefcase, IconChevronDown, IconChevronRight, IconInfoCircle } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { ApiError, errorMessage } from '../../api/api-error.ts'
import { usePagesOf } from '../../api/pages.ts'
import { endpointInfiniteQuery } from '../../api/query.ts'
import { reportTimezone } from '../../dashboard/report-timezone.ts'
import { ListLink, RowsLink } from '../../dashboard/rows-link.tsx'
import { statusTypeLabels } from '../../texts/contract-labels.ts'
import { formatDay, formatDecimal, formatNumber, formatPercent } from '../../ui/format.ts'
import { ShowMore } from '../../ui/show-more.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import card from '../analytics.module.css'
import { define } from '../reports/report.ts'
import classes from './goals.module.css'

type Answer = ResponseOf<typeof getOpeningsForecast>
type Forecast = Answer['items'][number]
type Row = Forecast & { id: string }
type Conversion = Forecast['types'][number]

function fewText(): string {
  return t`A conversion is of fewer than 10 decided applications: too few to rely on`
}

/** A mark with the reason why a figure is grey. */
function Few() {
  return (
    <IconInfoCircle size={14} stroke={1.6} aria-label={fewText()} role="img">
      <title>{fewText()}</title>
    </IconInfoCircle>
  )
}

const formatDate = (day: string) => formatDay(`${day}T12:00:00`)

/** Says why there is no day by which the openings left are filled. */
function noDay({ filledOn, left, isFew, chance }: Forecast): string {
  if (left === 0 || chance === null) return '–'
  if (isFew || !filledOn) return t`Too few decided applications`
  const months = Math.floor(longestForecast / 30)
  return chance < 0.5 ? t`Not with today’s candidates` : t`Not within ${months} months`
}

/** The day by which the openings left are filled with its range, or why there is none. */
function FilledOn({ forecast }: { forecast: Forecast }) {
  const { day = null, earliest = null, latest = null } = forecast.filledOn ?? {}
  if (day === null)
    return (
      <span className={classes.stack}>
        <span className={classes.muted}>{noDay(forecast)}</span>
        {earliest && <span className={classes.muted}>{t`10% chance by ${formatDate(earliest)}`}</span>}
      </span>
    )
  const from = formatDate(earliest ?? day)
  const to = latest && formatDate(latest)
  return (
    <span className={classes.stack}>
      <span className={classes.figure}>{formatDate(day)}</span>
      <span className={classes.muted}>
        {!to
          ? t`80% range: from ${from}`
          : from === to
            ? t`80% range: ${from}`
            : t`80% range: ${from} to ${to}`}
      </span>
    </span>
  )
}

interface SumsProps {
  sums: NonNullable<Answer['sums']>
  history: OfHistory['history']
}

/** The total of all open positions. Ranges do not add up, so it has none. */
function Sums({ sums, history }: SumsProps) {
  const { openings, filled, left, expected, unknown } = sums
  const [all, done] = [formatNumber(openings), formatNumber(filled)]
  return (
    <tr className={classes.total}>
      <th scope="row" className={classes.aim}>
        <Plural value={sums.positions} one="# open position" other="# open positions" />
      </th>
      <td data-label={t`Openings left`}>
        <span className={classes.figures}>
          <span className={classes.figure}>{formatNumber(left)}</span>
          <RowsLink
            counts={{ counts: 'openingsFilled' }}
            period={{ ...history, timezone: reportTimezone() }}
            slice={{}}
            className={classes.muted}
            label={t`${done} of ${all} filled: all open positions`}
          >
            {t`${done} of ${all} filled`}
          </RowsLink>
        </span>
      </td>
      <td data-label={t`Expected hires`}>
        <span className={classes.figures}>
          <span className={classes.figure}>{formatDecimal(expected)}</span>
          {unknown > 0 && (
            <span className={classes.muted}>
              <Plural
                value={unknown}
                one="without # position without history"
                other="without # positions without history"
              />
            </span>
          )}
        </span>
      </td>
      <td colSpan={2} className={classes.muted}>
        <Trans>Hires beyond the openings of a position fill no other position.</Trans>
      </td>
    </tr>
  )
}

/** Says which positions are left out, and links to them. */
function OnHold({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className={classes.note}>
      <ListLink behind={{ list: 'positions', filters: { state: ['on_hold'] } }}>
        <Plural value={count} one="# position on hold" other="# positions on hold" />
      </ListLink>{' '}
      <Plural value={count} one="is not included." other="are not included." />
    </p>
  )
}

interface OfHistory {
  conversion: Conversion
  positionId: string
  history: { from: string; to: string }
}

/** One step of the calculation: those in a stage, times the share of decided ones before them who were hired. */
function Step({ conversion, positionId, history }: OfHistory) {
  const { t } = useLingui()
  const { type, count, n, hired, isOwn, isFew } = conversion
  const decided = {
    closedFrom: history.from,
    closedTo: history.to,
    reachedType: type,
    ...(isOwn && { positionId: [positionId] }),
  }
  const stage = t(statusTypeLabels[type])
  const [inStage, all, some] = [formatNumber(count), formatNumber(n), formatNumber(hired)]
  return (
    <tr data-few={isFew || undefined}>
      <th scope="row">{stage}</th>
      <td className={classes.number}>
        <ListLink
          behind={{ list: 'applications', filters: { positionId: [positionId], statusType: [type] } }}
          label={t`${inStage} in ${stage}`}
        >
          {inStage}
        </ListLink>
      </td>
      <td>
        <ListLink
          behind={{ list: 'applications', filters: { ...decided, disposition: ['hired'] } }}
          label={t`${some} hired who reached ${stage}`}
        >
          {some}
        </ListLink>{' '}
        <ListLink
          behind={{ list: 'applications', filters: decided }}
          label={t`of ${all} decided that reached ${stage}`}
          className={classes.muted}
        >
          {t`of ${all}`}
        </ListLink>{' '}
        {n > 0 && <span>({formatPercent(hired / n)})</span>} {isFew && <Few />}
      </td>
      <td className={classes.muted}>{isOwn ? t`This position` : t`All positions`}</td>
      <td className={classes.number}>
        {n > 0 ? formatDecimal(Math.round(((count * hired) / n) * 10) / 10) : '–'}
      </td>
    </tr>
  )
}

function Calculation({ forecast, history }: { forecast: Forecast; history: OfHistory['history'] }) {
  if (forecast.types.length === 0)
    return (
      <p className={classes.muted}>
        <Trans>The position has no open applications.</Trans>
      </p>
    )
  return (
    <table className={classes.steps}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Stage</Trans>
          </th>
          <th scope="col" className={classes.number}>
            <Trans>Candidates now</Trans>
          </th>
          <th scope="col">
            <Trans>Hired so far</Trans>
          </th>
          <th scope="col">
            <Trans>History</Trans>
          </th>
          <th scope="col" className={classes.number}>
            <Trans>Expected hires</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {forecast.types.map((conversion) => (
          <Step
            key={conversion.type}
            conversion={conversion}
            positionId={forecast.position.id}
            history={history}
          />
        ))}
      </tbody>
    </table>
  )
}

function Line({ forecast, history }: { forecast: Forecast; history: OfHistory['history'] }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { position, openings, filled, left, expected, low, high, chance, isFew, outlook } = forecast
  const [all, done, rest] = [formatNumber(openings), formatNumber(filled), formatNumber(left)]
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Fragment>
      <tr>
        <th scope="row" className={classes.aim}>
          <span className={classes.opener}>
            <button
              type="button"
              className={classes.toggle}
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={t`Calculation for ${position.name}`}
              onClick={() => setOpen(!isOpen)}
            >
              <Chevron size={16} stroke={1.6} aria-hidden />
            </button>
            <span className={classes.stack}>
              <span className={classes.name}>{position.name}</span>
              <span className={classes.muted}>{position.company.name}</span>
            </span>
          </span>
        </th>
        <td data-label={t`Openings left`}>
          <span className={classes.figures}>
            <span className={classes.figure}>{rest}</span>
            <RowsLink
              counts={{ counts: 'openingsFilled', positionId: position.id }}
              period={{ ...history, timezone: reportTimezone() }}
              slice={{}}
              className={classes.muted}
              label={t`${done} of ${all} filled: ${position.name}`}
            >
              {t`${done} of ${all} filled`}
            </RowsLink>
          </span>
        </td>
        <td data-label={t`Expected hires`} data-few={isFew || undefined}>
          {expected === null ? (
            <span className={classes.muted}>–</span>
          ) : (
            <span className={classes.figures} title={isFew ? fewText() : undefined}>
              <span className={classes.figure}>{formatDecimal(expected)}</span>
              <span className={classes.muted}>
                {low === high ? t`80% range: ${low}` : t`80% range: ${low}–${high}`}
              </span>
              {isFew && <Few />}
            </span>
          )}
        </td>
        <td data-few={isFew || undefined}>
          <span className={classes.stack}>
            <span className={classes.outlook} data-outlook={outlook}>
              {i18n._(forecastOutlookLabels[outlook])}
            </span>
            {chance !== null && (
              <span className={classes.muted}>{t`${formatPercent(chance)} chance to fill all`}</span>
            )}
          </span>
        </td>
        <td data-label={t`Filled by`}>
          <FilledOn forecast={forecast} />
        </td>
      </tr>
      {isOpen && (
        <tr id={id} className={classes.more}>
          <td colSpan={5}>
            <Calculation forecast={forecast} history={history} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

/** The openings left of each open position beside the hires to expect from its own people. */
export function ForecastCard() {
  const query = useInfiniteQuery(endpointInfiniteQuery(getOpeningsForecast, { query: { limit: 50 } }))
  const pages = usePagesOf<Row>(query)
  const title = t`Forecast of openings`
  // The forecast does not exist for those who see only some applications of a position.
  if (pages.error instanceof ApiError && pages.error.code === 'FORBIDDEN') return null
  const [first] = (query.data?.pages ?? []) as unknown as Answer[]
  const history = { from: first?.from ?? '', to: first?.to ?? '' }
  return (
    <section className={card.card} aria-label={title} aria-busy={pages.isOutdated}>
      <header className={card.cardHead}>
        <h2 className={card.cardTitle}>{title}</h2>
      </header>
      <p className={classes.definition}>{define('openingsForecast')}</p>
      <p className={classes.definition}>{t`Filled by: ${define('filledOn')}`}</p>
      {pages.isPending ? (
        <Skeleton height={200} />
      ) : pages.error ? (
        <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />
      ) : pages.rows.length === 0 ? (
        <EmptyState icon={IconBriefcase} title={t`No open positions`} />
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Position</Trans>
              </th>
              <th scope="col">
                <Trans>Openings left</Trans>
              </th>
              <th scope="col">
                <Trans>Expected hires</Trans>
              </th>
              <th scope="col">
                <Trans>Outlook</Trans>
              </th>
              <th scope="col">
                <Trans>Filled by</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {pages.rows.map((forecast) => (
              <Line key={forecast.position.id} forecast={forecast} history={history} />
            ))}
            {first?.sums && <Sums sums={first.sums} history={history} />}
          </tbody>
        </table>
      )}
      {first && <OnHold count={first.onHold} />}
      <ShowMore pages={pages} variant="subtle" color="gray" className={card.more ?? ''} />
    </section>
  )
}

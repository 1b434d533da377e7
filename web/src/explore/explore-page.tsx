import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Badge, Button, Menu } from '@mantine/core'
import { exportExplore } from '@muster/contract/explore.ts'
import {
  groupingsIn,
  isOfCohorts,
  isOfFunnel,
  measureOf,
  reachedOf,
  summaryIn,
  toExploreQuery,
} from '@muster/contract/explore-address.ts'
import { chartOf } from '@muster/contract/explore-charts.ts'
import { downloadReport, downloadSavedReport } from '@muster/contract/report-schedules.ts'
import { stringifySearch } from '@muster/contract/search-parameters.ts'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { ReportCalls } from '../dashboard/report-calls.tsx'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { downloadExport, downloadFile } from '../exports/download-export.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { statusTypeLabels } from '../texts/contract-labels.ts'
import { formatDateTime } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { toastError } from '../ui/toast.tsx'
import { CohortCard } from './cohort-card.tsx'
import classes from './explore.module.css'
import { ExploreCard } from './explore-card.tsx'
import type { ExploreSearch } from './explore-search.ts'
import { FunnelCard } from './funnel-card.tsx'
import { useGroupingLabel, useSummarizedLabel } from './grouping-fields.ts'
import { measureDefinition } from './measure-definition.ts'
import { ExploreFilters } from './more-filters.tsx'
import { ChangedBadge, ReportActions, useOpenReport } from './report-actions.tsx'
import { toParameters } from './saved-reports.ts'
import { Sentence } from './sentence.tsx'
import { measureLabel, summaryLabel } from './words.ts'

const route = getRouteApi('/explore')

/** Names the query: "Contact rate by source and company". */
function useQuestion(search: ExploreSearch): string {
  const { t } = useLingui()
  const groupingLabel = useGroupingLabel()
  const labelOf = useSummarizedLabel()
  const summary = summaryIn(search)
  const counted = measureLabel(measureOf(search))
  const measure = summary ? `${counted}: ${summaryLabel(summary.aggregate, labelOf(summary.of))}` : counted
  const [first, second] = groupingsIn(search).map(groupingLabel)
  const stage = t(statusTypeLabels[reachedOf(search)])
  if (isOfFunnel(search)) return t`Funnel`
  if (isOfCohorts(search)) return t`Cohorts that reached ${stage}`
  if (!first) return measure
  return second ? t`${measure} by ${first} and ${second}` : t`${measure} by ${first}`
}

/** Loaded from here, so that the first load does not name their files. */
export const ReportDashboardsPage = lazy(() =>
  import('../report-dashboards/report-dashboards-page.tsx').then((module) => ({
    default: module.ReportDashboardsPage,
  })),
)
export const ReportDashboardPage = lazy(() =>
  import('../report-dashboards/report-dashboard-page.tsx').then((module) => ({
    default: module.ReportDashboardPage,
  })),
)

/** A question to the facts, asked as a sentence: a measure by up to two groupings over a period. */
export function ExplorePage() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayExport = usePermission('reports:export')
  const question = useQuestion(search)
  const { report, hasChanges } = useOpenReport(search)
  const title = report?.name ?? question
  const ofCohorts = isOfCohorts(search)
  const ofFunnel = isOfFunnel(search)
  const summary = ofCohorts || ofFunnel ? null : summaryIn(search)
  const chart = chartOf(search)
  const definition = ofCohorts
    ? t`Of the applications created in each week or month, the share that reached the stage or beyond within so many days`
    : ofFunnel
      ? t`Applications created in the period that reached the stage or beyond, whatever their current status`
      : measureDefinition(measureOf(search))
  async function savePicture(format: 'png' | 'svg') {
    try {
      const { saveChart } = await import('./save-chart.ts')
      await saveChart(format, title, definition)
    } catch (error) {
      toastError(error, t`Image not created`)
    }
  }
  const downloadPdf = () =>
    report && !hasChanges
      ? downloadFile(downloadSavedReport, { id: report.id })
      : downloadFile(downloadReport, {
          query: { name: title, search: stringifySearch(toParameters(search)).slice(1) },
        })
  const pdf = (
    <Menu.Item onClick={() => void downloadPdf()}>
      <Trans>PDF with the chart</Trans>
    </Menu.Item>
  )
  const pictures = (
    <>
      <Menu.Item onClick={() => void savePicture('png')}>
        <Trans>Picture (PNG)</Trans>
      </Menu.Item>
      <Menu.Item onClick={() => void savePicture('svg')}>
        <Trans>Picture (SVG)</Trans>
      </Menu.Item>
    </>
  )
  const exportButton = (
    <Button
      variant="default"
      aria-label={t`Export`}
      className={classes.action}
      leftSection={<IconDownload size={16} stroke={1.6} />}
    >
      <span className={classes.wide}>
        <Trans>Export</Trans>
      </span>
    </Button>
  )
  const change = (changes: ExploreSearch) =>
    void navigate({
      // Another period ends where it says, not when a report was sent.
      search: (now) => ({ ...now, ...('from' in changes && { until: undefined }), ...changes }),
      replace: true,
    })
  return (
    <Page
      title={title}
      breadcrumb={
        <>
          <span className={classes.path}>
            <TextLink to="/analytics">
              <Trans>Analytics</Trans>
            </TextLink>
            <span className={classes.slash}>/</span>
          </span>
          <h1 className={classes.title}>{title}</h1>
          <ChangedBadge search={search} />
        </>
      }
      actions={
        <>
          <ActionIcon visibleFrom="sm" aria-label={t`Print`} title={t`Print`} onClick={() => window.print()}>
            <IconPrinter size={16} stroke={1.6} />
          </ActionIcon>
          {mayExport && !ofCohorts && !ofFunnel && (
            <ExportMenu
              label={title}
              onExport={(format) =>
                void downloadExport(exportExplore, format, {
                  query: { ...toExploreQuery(search, reportTimezone()), timezone: reportTimezone() },
                })
              }
              choices={
                <>
                  {pdf}
                  {chart !== 'table' && pictures}
                </>
              }
            >
              {exportButton}
            </ExportMenu>
          )}
          {mayExport && (ofCohorts || ofFunnel) && (
            <Menu position="bottom-end" width={248}>
              <Menu.Target>{exportButton}</Menu.Target>
              <Menu.Dropdown aria-label={t`Export`}>
                {pdf}
                {pictures}
              </Menu.Dropdown>
            </Menu>
          )}
          <ReportActions
            search={search}
            title={question}
            onOpen={(opened) => void navigate({ search: opened })}
          />
        </>
      }
    >
      <div className={classes.question}>
        <Sentence search={search} onChange={change} />
        <div className={classes.narrowed}>
          <ExploreFilters search={search} onChange={change} />
          {search.until && (
            <Badge variant="default" size="sm">
              <Trans>As of {formatDateTime(search.until)}</Trans>
            </Badge>
          )}
          <p className={classes.definition}>
            {definition}
            {summary && `. ${t`Only those with a value in the field are counted.`}`}
          </p>
        </div>
      </div>
      {ofCohorts && <CohortCard search={search} />}
      {ofFunnel && <FunnelCard search={search} />}
      {!ofCohorts && !ofFunnel && <ExploreCard search={search} onChange={change} />}
      <ReportCalls search={search as never} onClose={() => change({ calls: undefined })} />
    </Page>
  )
}

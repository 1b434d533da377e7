import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { listApplicationFacets } from '@muster/contract/application-counts.ts'
import { IconChevronLeft, IconChevronRight, IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import { IconButton } from '../layout/icon-button.tsx'
import { usePermission } from '../session/session.ts'
import { formatLocale } from '../texts/language.ts'
import { Section } from '../ui/section.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { CostTable } from './cost-table.tsx'
import { costsOfYear, type SourceCost, sumsOf } from './costs-of-year.ts'
import classes from './source-costs.module.css'

const route = getRouteApi('/settings/source-costs')

/** With more known sources, only those with costs are shown at first. */
const fewSources = 30

function currencies(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(formatLocale(), { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} · ${names.of(value)}`,
  }))
}

/** The currency of most costs, or that of the reader's language. */
function usualCurrency(costs: readonly SourceCost[]): string {
  return sumsOf(costs)[0]?.currency ?? (formatLocale().startsWith('de') ? 'EUR' : 'USD')
}

/** Adds a line for a source. It is stored with its first cost. */
function AddSource({ known, onAdd }: { known: readonly string[]; onAdd: (source: string) => void }) {
  const [name, setName] = useState('')
  const source = name.trim()
  const isKnown = known.includes(source)
  function add(event: FormEvent) {
    event.preventDefault()
    if (source === '' || isKnown) return
    onAdd(source)
    setName('')
  }
  return (
    <form className={classes.add} onSubmit={add}>
      <TextInput
        aria-label={t`New source`}
        placeholder={t`New source`}
        maxLength={120}
        value={name}
        error={isKnown && t`This source is in the table already`}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="default" disabled={source === '' || isKnown}>
        <Trans>Add source</Trans>
      </Button>
    </form>
  )
}

/** What sources cost by month, from which the report “Costs by source” follows. */
export function SourceCostsSection() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const thisYear = new Date().getFullYear()
  const asked = Number(search.year)
  const year = asked >= 2000 && asked <= 2099 ? Math.trunc(asked) : thisYear
  const { data: costs, error, refetch } = useQuery(costsOfYear(year))
  const facets = useQuery({
    ...endpointQuery(listApplicationFacets),
    enabled: usePermission('applications:read'),
  })
  const [added, setAdded] = useState<readonly string[]>([])
  const [isWhole, setWhole] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const body = useRef<HTMLDivElement>(null)
  const newest = added.at(-1)
  useEffect(() => {
    if (newest === undefined) return
    const column = new Date().getMonth()
    const fields = body.current?.querySelectorAll<HTMLInputElement>(`input[data-column="${column}"]`)
    for (const field of fields ?? [])
      if (field.closest('tr')?.querySelector('th')?.textContent === newest) field.focus()
  }, [newest])

  const paid = new Set((costs ?? []).map(({ source }) => source))
  const inUse = facets.data?.sources ?? []
  const all = [...new Set([...paid, ...inUse, ...added])].sort((one, other) => one.localeCompare(other))
  const shown =
    isWhole || all.length <= fewSources
      ? all
      : all.filter((source) => paid.has(source) || added.includes(source))
  const count = all.length
  const currency = chosen ?? usualCurrency(costs ?? [])
  const show = (to: number) =>
    void navigate({ search: { year: to === thisYear ? undefined : to }, replace: true })

  return (
    <div className={classes.page} ref={body}>
      <Section
        title={t`Source costs`}
        text={t`What you paid for each source, by month: job ads, agencies, fairs. Analytics adds what the calls cost, and shows the cost per conversation, qualified application and hire.`}
        action={
          <div className={classes.tools}>
            <NativeSelect
              aria-label={t`Currency of new amounts`}
              value={currency}
              data={currencies()}
              className={classes.currency}
              onChange={(event) => setChosen(event.target.value)}
            />
            <span className={classes.year}>
              <IconButton
                icon={IconChevronLeft}
                label={t`Previous year`}
                disabled={year <= 2000}
                onClick={() => show(year - 1)}
              />
              <span aria-live="polite">{year}</span>
              <IconButton
                icon={IconChevronRight}
                label={t`Next year`}
                disabled={year >= 2099}
                onClick={() => show(year + 1)}
              />
            </span>
          </div>
        }
      >
        {error && !costs ? (
          <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
        ) : !costs || facets.isLoading ? (
          <TableSkeleton rows={8} />
        ) : (
          <>
            {shown.length === 0 ? (
              <EmptyState
                icon={IconCoins}
                title={t`No sources yet`}
                text={t`Sources come from your applications. Add one here to enter its costs before the first application.`}
              />
            ) : (
              <CostTable key={year} year={year} sources={shown} costs={costs} currency={currency} />
            )}
            <div className={classes.foot}>
              <AddSource known={shown} onAdd={(source) => setAdded((now) => [...now, source])} />
              {shown.length < count && (
                <Button variant="subtle" color="gray" onClick={() => setWhole(true)}>
                  {t`Show all ${count} sources`}
                </Button>
              )}
            </div>
          </>
        )}
      </Section>
    </div>
  )
}

import { t } from '@lingui/core/macro'
import { getUsage } from '@muster/contract/plans.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { formatNumber } from '../ui/format.ts'
import { Section, Sections } from '../ui/section.tsx'
import classes from './plans-page.module.css'

/** What the workspace uses. The installation sells no plans, so there are no limits to compare with. */
export function PlansPage() {
  const { data } = useSuspenseQuery(endpointQuery(getUsage))
  const figures = [
    { label: t`Seats`, value: data.seats, caption: t`active users` },
    { label: t`Open positions`, value: data.openPositions, caption: t`now` },
    { label: t`Applications`, value: data.applicationsThisMonth, caption: t`added this month` },
    { label: t`Call minutes`, value: data.callMinutesThisMonth, caption: t`this month` },
  ]
  return (
    <Page title={t`Plans`}>
      <Sections wide>
        <Section
          title={t`Current use`}
          text={t`This installation sells no plans: nothing here is limited or charged.`}
        >
          <dl className={classes.figures}>
            {figures.map(({ label, value, caption }) => (
              <div key={label} className={classes.figure}>
                <dt>{label}</dt>
                <dd>
                  <span className={classes.value}>{formatNumber(value)}</span>
                  <span className={classes.caption}>{caption}</span>
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      </Sections>
    </Page>
  )
}

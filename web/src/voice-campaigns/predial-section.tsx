import { plural, t } from '@lingui/core/macro'
import { countPredialAnswers } from '@muster/contract/predial-answers.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import groupList from '../call-queues/call-desk.module.css'
import { When } from '../ui/age.tsx'
import { formatNumber } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { ErrorState } from '../ui/state.tsx'
import { predialLabels } from './predial-labels.ts'
import classes from './voice-campaigns.module.css'

const countsQuery = { ...endpointQuery(countPredialAnswers), refetchInterval: 30_000 }

/** What was answered to campaigns of Vapi, by reason. Each number opens its answers. Nothing if Vapi never asked. */
export function PredialSection() {
  const { data, error, refetch } = useQuery(countsQuery)
  if (error && !data) return <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data || data.total === 0) return null
  const { total, eligible, groups } = data
  const asked = formatNumber(total)
  const sides = [
    { state: 'ready', label: t`Could be called`, count: eligible, isEligible: true },
    { state: 'blocked', label: t`Could not be called`, count: total - eligible, isEligible: false },
  ] as const
  return (
    <div className={classes.vapi}>
      <Section
        title={t`Vapi campaigns`}
        text={t`Vapi asks before each call of its own campaigns. These are the last answers of 90 days, by the rules of the call queue in its URL.`}
        action={
          <span className={classes.caption}>
            {plural(total, { one: `${asked} contact`, other: `${asked} contacts` })}
          </span>
        }
      >
        <div className={classes.plan}>
          {sides.map(({ state, label, count, isEligible }) => (
            <div key={state} className={groupList.state} data-state={state}>
              <h2>
                {label} <b>{formatNumber(count)}</b>
              </h2>
              <ul>
                {groups
                  .filter((group) => group.eligible === isEligible)
                  .map(({ reason, count: ofReason, lastAnsweredAt }) => (
                    <li key={reason}>
                      <Link to="/voice-campaigns" search={{ answers: reason }}>
                        <span className={classes.reason}>
                          <span>{t(predialLabels[reason])}</span>
                          <span className={classes.caption}>
                            <When at={lastAnsweredAt} />
                          </span>
                        </span>{' '}
                        <span>{formatNumber(ofReason)}</span>
                      </Link>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </div>
      </Section>
    </div>
  )
}

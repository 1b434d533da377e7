import { t } from '@lingui/core/macro'
import { listUsers } from '@muster/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { Avatar } from '../ui/avatar.tsx'
import classes from './companies.module.css'

/** The users of the company, who approve or decline submitted people. */
export function Reviewers({ companyId }: { companyId: string }) {
  const query = { companyId: [companyId], status: ['active' as const], limit: 50 }
  const { data } = useQuery(endpointQuery(listUsers, { query }))
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label={t`Reviewers`} className={classes.reviewers}>
      <h3>{t`Reviewers`}</h3>
      <ul className={classes.rows}>
        {data.items.map(({ id, name, email }) => (
          <li key={id} className={classes.reviewer}>
            <Avatar name={name} userId={id} decorative />
            <span>
              <b>{name}</b>
              <a href={`mailto:${email}`} className={classes.reach}>
                {email}
              </a>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

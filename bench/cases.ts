import pg from 'pg'

/** What the calls of a case are about, chosen alike in a database of any size. */
export interface Subjects {
  positionId: string
  pipelineId: string
  ownerId: string
  companyId: string
  applicationId: string
  candidateId: string
  email: string
  phone: string
  /** A name that some hundred people have. */
  name: string
}

/** A call whose cost is measured. */
export interface Case {
  name: string
  path(subjects: Subjects): string
  /** Pages to walk before the one that is measured. */
  pages?: number
}

export const cases: readonly Case[] = [
  { name: 'list, newest activity first', path: () => '/applications/' },
  { name: 'list, page 1,000', path: () => '/applications/', pages: 1_000 },
  { name: 'list by name, page 1,000', path: () => '/applications/?sort=candidate', pages: 1_000 },
  { name: 'list by due date', path: () => '/applications/?sort=dueAt' },
  { name: 'list, status type lead', path: () => '/applications/?statusType=lead' },
  { name: 'list, status type closed', path: () => '/applications/?statusType=closed' },
  { name: 'list, open and late', path: () => '/applications/?open=true&late=true' },
  { name: 'list, open', path: () => '/applications/?open=true' },
  { name: 'list, one position', path: ({ positionId }) => `/applications/?positionId=${positionId}` },
  { name: 'list, one company', path: ({ companyId }) => `/applications/?companyId=${companyId}` },
  { name: 'list, one owner', path: ({ ownerId }) => `/applications/?ownerId=${ownerId}` },
  {
    name: 'list, owner and type',
    path: ({ ownerId }) => `/applications/?ownerId=${ownerId}&statusType=interview`,
  },
  { name: 'list, one source', path: () => '/applications/?source=Referral' },
  { name: 'list, one tag', path: () => '/applications/?tag=hazmat' },
  { name: 'list, never called', path: () => '/applications/?neverContacted=true' },
  { name: 'search, an e-mail address', path: ({ email }) => `/applications/?q=${email}` },
  { name: 'search, a phone number', path: ({ phone }) => `/applications/?q=${phone}` },
  { name: 'search, some hundred people', path: ({ name }) => `/applications/?q=${encodeURIComponent(name)}` },
  { name: 'search, a family name', path: () => '/applications/?q=okafor' },
  { name: 'search, two words', path: () => '/applications/?q=amara%20okafor' },
  { name: 'search, a common name', path: () => '/applications/?q=james' },
  { name: 'search, two letters', path: () => '/applications/?q=ma' },
  { name: 'search, nothing found', path: () => '/applications/?q=qqzzxxwwvv' },
  { name: 'board of a position', path: ({ positionId }) => `/board/${positionId}/` },
  { name: 'board of the pipeline', path: ({ pipelineId }) => `/board/${pipelineId}/` },
  { name: 'application details', path: ({ applicationId }) => `/applications/${applicationId}/` },
  { name: 'applicant summary', path: ({ applicationId }) => `/applicant-summary/${applicationId}/` },
  { name: 'activity of one', path: ({ applicationId }) => `/applications/${applicationId}/activity-logs/` },
  { name: 'sources and tags', path: () => '/applications/facets/' },
  { name: 'candidates', path: () => '/candidates/' },
  { name: 'candidates, a family name', path: () => '/candidates/?q=okafor' },
  { name: 'candidate', path: ({ candidateId }) => `/candidates/${candidateId}/` },
  { name: 'positions', path: () => '/positions/' },
  { name: 'position', path: ({ positionId }) => `/positions/${positionId}/` },
  { name: 'companies', path: () => '/companies/' },
  { name: 'calls', path: () => '/calls/' },
  { name: 'global search', path: () => '/search/?q=okafor' },
  { name: 'dashboard, key figures', path: () => '/dashboard/metrics/kpi/' },
  { name: 'dashboard, hiring summary', path: () => '/dashboard/analytics/hiring-summary' },
  { name: 'dashboard, daily activity', path: () => '/dashboard/analytics/daily-activity' },
  { name: 'dashboard, status overview', path: () => '/dashboard/leads/status-overview' },
  { name: 'agents', path: () => '/agents/' },
]

/** A position, owner and company of about the same number of applications in every size, and one application. */
export async function findSubjects(connectionString: string): Promise<Subjects> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const one = async (text: string) => (await client.query<{ id: string }>(text)).rows[0]!.id
  try {
    const nearest = (column: string, wanted: number) =>
      one(`select ${column} as id from applications where ${column} is not null
           group by ${column} order by abs(count(*) - ${wanted}), ${column} limit 1`)
    const positionId = await one(
      `select p.id from positions p join applications a on a.position_id = p.id where p.state = 'open'
       group by p.id order by abs(count(*) - 700), p.id limit 1`,
    )
    const applicationId = await one(
      `select id from applications where position_id = '${positionId}' and call_attempts = 3
       order by abs(reached - 4), id limit 1`,
    )
    return {
      positionId,
      applicationId,
      pipelineId: await one('select id from pipelines where is_default'),
      ownerId: await nearest('owner_id', 2_000),
      companyId: await one(
        `select p.company_id as id from positions p join applications a on a.position_id = p.id
         group by 1 order by abs(count(*) - 1200), 1 limit 1`,
      ),
      candidateId: await one(`select candidate_id as id from applications where id = '${applicationId}'`),
      email: await one(
        `select email as id from candidates where email is not null order by md5(id::text) limit 1`,
      ),
      phone: await one(
        `select ltrim(phone, '+') as id from candidates where phone is not null order by md5(id::text) limit 1`,
      ),
      name: await one(
        `select word as id from applications,
           unnest(array[lower(candidate_name), split_part(lower(candidate_name), ' ', 2)]) as word
         group by word order by abs(count(*) - 100), word limit 1`,
      ),
    }
  } finally {
    await client.end()
  }
}
